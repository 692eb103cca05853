#!/usr/bin/env bash
# fast-formula-parser, version 1.0.19 (npm), computes formulas of sheets. Tariffs of cargo are tables of the weight from which a price holds,
# and VLOOKUP finds the row. Above the last step it returns the first column instead of the one that is asked for: 600 kg at a tariff of
# 35 yuan from 500 kg on cost 500 yuan a kilogram. All weights below the last step are right, so only the heaviest cargo shows it. SUMIF and
# = tell ko-12 from KO-12 too, which Excel does not.
# Excel, VLOOKUP: the column is col_index_num for every row. pycel 1.0b30 (PyPI) says 35.
# Expected: 35. Fails if it is found.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund fast-formula-parser@1.0.19
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check pycel==1.0b30 openpyxl==3.1.5
cat >tariff.cjs <<'JS'
const Parser = require("fast-formula-parser");

const tariff = [[0, 60], [50, 48], [100, 41], [500, 35]];
const parser = new Parser({
  onCell: ({ row, col }) => tariff[row - 1][col - 1],
  onRange: ({ from, to }) => tariff.slice(from.row - 1, to.row).map((line) => line.slice(from.col - 1, to.col)),
});
console.log([120, 500, 600].map((kilograms) => parser.parse(`VLOOKUP(${kilograms},A1:B4,2)`, { sheet: "S", row: 9, col: 9 })).join());
JS
seen=$(node tariff.cjs)
venv/bin/python - "$seen" <<'PYTHON'
import sys

import openpyxl
from pycel import ExcelCompiler

book = openpyxl.Workbook()
sheet = book.active
for line in ([0, 60], [50, 48], [100, 41], [500, 35]):
    sheet.append(line)
for row, kilograms in enumerate((120, 500, 600), 1):
    sheet[f"D{row}"] = f"=VLOOKUP({kilograms},A1:B4,2)"
book.save("tariff.xlsx")
compiler = ExcelCompiler(filename="tariff.xlsx")
right = ",".join(str(compiler.evaluate(f"Sheet!D{row}")) for row in (1, 2, 3))
print(f"yuan a kilogram for 120, 500 and 600 kg: fast-formula-parser 1.0.19 {sys.argv[1]}, pycel 1.0b30 {right}")
raise SystemExit((sys.argv[1], right) != ("41,35,500", "41,35,35"))
PYTHON
