#!/usr/bin/env bash
# SheetJS (xlsx 0.18.5) leaves a formula without a stored value out of an .xls file: the cell does not exist, and neither formula nor
# value can be read back. In .xlsx the same cell keeps its formula. A quantity such as =1+1 silently becomes an empty cell.
# Fails if the .xls has the formula.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund xlsx@0.18.5
node - <<'NODE'
const XLSX = require("xlsx");
const sheet = XLSX.utils.aoa_to_sheet([["quantity"], [null]]);
sheet.A2 = { t: "n", f: "1+1" };
const book = XLSX.utils.book_new();
XLSX.utils.book_append_sheet(book, sheet, "A");
const formula = (type) => {
  const file = XLSX.write(book, { type: "buffer", bookType: type });
  return XLSX.read(file, { cellFormula: true, sheetStubs: true }).Sheets.A.A2?.f;
};
const [xls, xlsx] = [formula("biff8"), formula("xlsx")];
console.log(`xlsx ${XLSX.version}: .xls has ${xls}, .xlsx has ${xlsx}`);
if (xls !== undefined || xlsx !== "1+1") process.exit(1);
NODE
