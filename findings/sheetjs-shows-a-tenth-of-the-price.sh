#!/usr/bin/env bash
# SheetJS (xlsx version 0.18.5): Chinese sheets show large sums in units of ten thousand (万) by the format `0\.0,"万"`: thousands, with a point
# before the last digit, so 46,115 yuan are 4.6万. The text of the cell, and with it the CSV, is .46万, a tenth of the sum; 123,456 becomes
# 1.23万, without an error. numfmt 4.0.1 (npm) shows the sums as Excel does, and LibreOffice 7.4 too.
# Expected: 4.6万 and 12.3万. Fails if one of them is shown.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund xlsx@0.18.5 numfmt@4.0.1
cat >show.mjs <<'JS'
import { format } from "numfmt";
import sheets from "xlsx";

const code = '0\\.0,"万"';
const sums = [46115, 123456];
const book = sheets.utils.book_new();
sheets.utils.book_append_sheet(book, sheets.utils.aoa_to_sheet([sums.map((v) => ({ t: "n", v, z: code }))]), "Prices");
sheets.writeFile(book, "prices.xlsx");
const shown = sheets.utils.sheet_to_csv(sheets.readFile("prices.xlsx").Sheets.Prices);
const expected = sums.map((sum) => format(code, sum)).join(",");
console.log(`${sums.join(" and ")} yuan as ${code}: SheetJS 0.18.5 ${shown}, numfmt 4.0.1 ${expected}`);
process.exit(shown === ".46万,1.23万" && expected === "4.6万,12.3万" ? 0 : 1);
JS
node show.mjs
