#!/usr/bin/env bash
# xlcalculator, version 0.5.0 (PyPI), computes the formulas of .xlsx files. SUM of Excel skips cells with text, also text of digits, such as the
# codes 00123 and 00124 of goods that stand as text because of their zeros. The package turns them into numbers and adds them: a list with
# 15 pieces in a block of three rows has 262. COUNTIF with the pattern 0012? finds none of them.
# Excel, SUM: of a reference only numbers are added, text in it is ignored. pycel 1.0b30 (PyPI) says 15 and 2.
# Expected: 15 and 2. Fails if one of them is computed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check xlcalculator==0.5.0 pycel==1.0b30 openpyxl==3.1.5
venv/bin/python - <<'PYTHON'
import openpyxl
from pycel import ExcelCompiler
from xlcalculator import Evaluator, ModelCompiler

book = openpyxl.Workbook()
sheet = book.active
for line in (["00123", 5], ["00124", 7], ["KO-12", 3]):
    sheet.append(line)
sheet["D1"], sheet["D2"] = "=SUM(A1:B3)", '=COUNTIF(A1:A3,"0012?")'
book.save("list.xlsx")
evaluator = Evaluator(ModelCompiler().read_and_parse_archive("list.xlsx"))
seen = [int(evaluator.evaluate(f"Sheet!{cell}")) for cell in ("D1", "D2")]
compiler = ExcelCompiler(filename="list.xlsx")
right = [int(compiler.evaluate(f"Sheet!{cell}")) for cell in ("D1", "D2")]
print(f"pieces and codes of 0012?: xlcalculator 0.5.0 {seen}, pycel 1.0b30 {right}")
raise SystemExit((seen, right) != ([262, 0], [15, 2]))
PYTHON
