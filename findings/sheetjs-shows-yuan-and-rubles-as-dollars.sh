#!/usr/bin/env bash
# SheetJS (xlsx version 0.18.5) and its number formats ssf 0.11.2 (npm) write "$" for a language tag without a currency. Excel puts [$-804] into formats of
# Chinese sheets, most often of sums in words ([DBNum2]), and [$-419] into Russian ones; the part after the hyphen is the language, and
# there is no symbol before it. So a price of 1050 yuan is "$1,050.00", and "$1050元整", in the text that imports and exports to CSV use.
# ECMA-376 part 1, 18.8.31: [$currency-language], the currency may be empty. numfmt 4.0.1 (npm) writes no symbol.
# Expected: 1,050.00 without "$". Fails if there is none.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund xlsx@0.18.5 ssf@0.11.2 numfmt@4.0.1
cat >formats.mjs <<'JS'
import { createRequire } from "node:module";
import { format } from "numfmt";
const require = createRequire(import.meta.url);
const XLSX = require("xlsx");
const SSF = require("ssf");
const formats = ["[$-804]#,##0.00", "[$-419]#,##0.00", '[DBNum2][$-804]General"元整"', "#,##0.00"];
const cells = Object.fromEntries(formats.map((z, at) => [`A${at + 1}`, { t: "n", v: 1050, z }]));
const book = { SheetNames: ["prices"], Sheets: { prices: { ...cells, "!ref": `A1:A${formats.length}` } } };
const sheet = XLSX.read(XLSX.write(book, { type: "buffer" })).Sheets.prices;
const seen = formats.map((z, at) => [sheet[`A${at + 1}`].w, SSF.format(z, 1050), format(z, 1050)]);
formats.forEach((z, at) => console.log(`${z}: SheetJS 0.18.5 "${seen[at][0]}", ssf 0.11.2 "${seen[at][1]}", numfmt 4.0.1 "${seen[at][2]}"`));
console.log(`SheetJS 0.18.5 in CSV: ${XLSX.utils.sheet_to_csv(sheet).trim().replaceAll("\n", " | ")}`);
const isSeen = seen.every(([file, table, other], at) => file === table && file.startsWith("$") === at < 3 && !other.includes("$"));
process.exit(isSeen ? 0 : 1);
JS
node formats.mjs
