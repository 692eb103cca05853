#!/usr/bin/env bash
# xlsx2csv 0.8.6 (PyPI) takes a number for a date if a letter of dates stands anywhere in its format, also in quotes. Packing lists have
# volumes in `0.00"m3"`: 0.36 m³ becomes 08:38, a time of the day, and 1.25 m³ becomes 0.00"123", with a month in the place of the m. The
# volume is lost, without an error. Weights in `0.00"kg"` are right. openpyxl 3.1.5 reads all of them.
# Expected: 0.36, 1.25 and 46.5. Fails if a volume is in the CSV.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check xlsx2csv==0.8.6 openpyxl==3.1.5
venv/bin/python - <<'PYTHON'
import io

from openpyxl import Workbook, load_workbook
from xlsx2csv import Xlsx2csv

VALUES = [0.36, 1.25, 46.5]
book = Workbook()
for row, unit in enumerate(("m3", "kg"), 1):
    for column, value in enumerate(VALUES, 1):
        book.active.cell(row, column, value).number_format = f'0.00"{unit}"'
book.save("packing.xlsx")
csv = io.StringIO()
Xlsx2csv("packing.xlsx").convert(csv)
volumes, weights = csv.getvalue().splitlines()
print(f"xlsx2csv 0.8.6 for {VALUES}: volumes {volumes}, weights {weights}")
same = [[cell.value for cell in row] for row in load_workbook("packing.xlsx").active] == [VALUES, VALUES]
kept = [value for value in ("0.36", "1.25", "46.5") if value in volumes]
raise SystemExit(not same or bool(kept) or not all(value in weights for value in ("0.36", "1.25", "46.5")))
PYTHON
