#!/usr/bin/env bash
# excel-formulas-calculator, version 0.5.1 (PyPI), replaces formulas of .xlsx files by their values. SUMIF with a pattern, KO-* for all orders of
# one client, is the sum of none: zero instead of 12 pieces, without an error. A full number, KO-12, is found, and ko-12 is not, which
# Excel takes for the same. ROUNDDOWN goes away from zero below it: a refund of 1.55 rounded down is 1.6.
# Excel, SUMIF: * stands for any letters, and case does not matter; ROUNDDOWN goes towards zero. pycel 1.0b30 (PyPI) computes all three.
# Expected: 12, 5 and -1.5. Fails if one of them is computed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check excel-formulas-calculator==0.5.1 pycel==1.0b30 openpyxl==3.1.5
venv/bin/python - <<'PYTHON'
import openpyxl
from efc.interfaces.iopenpyxl import OpenpyxlInterface
from pycel import ExcelCompiler

FORMULAS = ('=SUMIF(A1:A3,"KO-*",B1:B3)', '=SUMIF(A1:A3,"ko-12",B1:B3)', "=ROUNDDOWN(-1.55,1)", '=SUMIF(A1:A3,"KO-12",B1:B3)')
book = openpyxl.Workbook()
for line in (["KO-12", 5], ["KO-13", 7], ["SF-1", 3]):
    book.active.append(line)
for row, formula in enumerate(FORMULAS, 1):
    book.active[f"D{row}"] = formula
book.save("orders.xlsx")
calculator = OpenpyxlInterface(wb=openpyxl.load_workbook("orders.xlsx"), use_cache=True)
compiler = ExcelCompiler(filename="orders.xlsx")
seen = [calculator.calc_cell(f"D{row}", "Sheet") for row in range(1, 5)]
right = [compiler.evaluate(f"Sheet!D{row}") for row in range(1, 5)]
for formula, first, second in zip(FORMULAS, seen, right):
    print(f"{formula}: excel-formulas-calculator 0.5.1 {first}, pycel 1.0b30 {second}")
raise SystemExit((seen, right) != ([0, 0, -1.6, 5], [12, 5, -1.5, 5]))
PYTHON
