#!/usr/bin/env bash
# openpyxl 3.1.5 writes an exact Python integer of 17 and more digits with 16, and its reader returns a float: marketplace order
# numbers (19 digits) change silently. Expected: the digits of the integer, as its own type promises, or an error.
# Fails if openpyxl writes them correctly.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check openpyxl==3.1.5
cd "$folder"
venv/bin/python - <<'PYTHON'
import zipfile
import openpyxl

number = 1234567890123456789
book = openpyxl.Workbook()
book.active.append([number])
book.save("numbers.xlsx")
xml = zipfile.ZipFile("numbers.xlsx").read("xl/worksheets/sheet1.xml").decode()
stored = xml.split("<v>")[1].split("</v>")[0]
read = openpyxl.load_workbook("numbers.xlsx").active["A1"].value
print(f"openpyxl {openpyxl.__version__}: wrote {number} as {stored}, read {read!r}")
assert stored == "1.234567890123457e+18", stored
assert read != number, read
PYTHON
