#!/usr/bin/env bash
# pycel, version 1.0b30 (PyPI), computes the formulas of .xlsx files. Day 0 of a month is the last day of the month before, the usual way to write
# the end of a month, and it is the first of the month for the package: free storage until =DATE(2026,12,0) ends in December instead of on
# the 30th of November. A month after the 31st of January (EDATE) is the 3rd of March instead of the 28th of February.
# Excel, DATE and EDATE. hyperformula 3.5.0 (npm) has both days. Expected: 46356 and 46081. Fails if one of them is computed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund hyperformula@3.5.0
cat >right.cjs <<'JS'
const { HyperFormula } = require("hyperformula");

const formulas = [["=DATE(2026,12,0)", "=EDATE(DATE(2026,1,31),1)", "=DATE(2026,13,1)"]];
console.log(HyperFormula.buildFromArray(formulas, { licenseKey: "gpl-v3" }).getSheetValues(0)[0].join());
JS
right=$(node right.cjs)
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check pycel==1.0b30 openpyxl==3.1.5
venv/bin/python - "$right" <<'PYTHON'
import sys
from datetime import date, timedelta

import openpyxl
from pycel import ExcelCompiler

book = openpyxl.Workbook()
book.active.append(["=DATE(2026,12,0)", "=EDATE(DATE(2026,1,31),1)", "=DATE(2026,13,1)"])
book.save("ends.xlsx")
compiler = ExcelCompiler(filename="ends.xlsx")
seen = [int(compiler.evaluate(f"Sheet!{column}1")) for column in "ABC"]
right = [int(number) for number in sys.argv[1].split(",")]
for formula, first, second in zip(("DATE(2026,12,0)", "EDATE(DATE(2026,1,31),1)", "DATE(2026,13,1)"), seen, right):
    days = [(date(1899, 12, 30) + timedelta(number)).isoformat() for number in (first, second)]
    print(f"{formula}: pycel 1.0b30 {days[0]}, hyperformula 3.5.0 {days[1]}")
raise SystemExit((seen, right) != ([46357, 46084, 46388], [46356, 46081, 46388]))
PYTHON
