#!/usr/bin/env bash
# The Chinese Excel writes its usual dates, 2026年4月3日, by the numbers of built-in formats (27 to 36, 50 to 58 in ECMA-376,
# 18.8.30), without a format code in the file. openpyxl, version 3.1.5, and exceljs, version 4.4.0, have no code for them and read the
# number 46115: a deadline becomes a quantity. A file that exceljs has saved has lost the format, so every program shows 46115.
# python-calamine 0.9.1 and SheetJS (xlsx 0.18.5) read the dates.
# Expected: 2026-04-03. Fails if openpyxl or exceljs reads a date, or exceljs keeps one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check openpyxl==3.1.5 python-calamine==0.9.1
npm init -y >/dev/null
npm install --silent --no-audit --no-fund exceljs@4.4.0 xlsx@0.18.5 >/dev/null 2>&1
cat >make.py <<'PYTHON'
"""Writes dates.xlsx: three dates whose formats have no code in the file."""
import re
import zipfile

from openpyxl import Workbook

FORMATS = (31, 57, 58)
book = Workbook()
for column, number in enumerate(FORMATS, 1):
    book.active.cell(1, column, 46115).number_format = f'yyyy"-{number}"'
book.save("codes.xlsx")
with zipfile.ZipFile("codes.xlsx") as source, zipfile.ZipFile("dates.xlsx", "w", zipfile.ZIP_DEFLATED) as target:
    for name in source.namelist():
        data = source.read(name).decode()
        if name == "xl/styles.xml":
            data = re.sub(r"<numFmts.*?</numFmts>", "", data)
            for own, built_in in enumerate(FORMATS, 164):
                data = data.replace(f'numFmtId="{own}"', f'numFmtId="{built_in}"')
        target.writestr(name, data)
PYTHON
cat >read.py <<'PYTHON'
import sys

from openpyxl import load_workbook
from python_calamine import CalamineWorkbook


def by_calamine(file):
    return [str(value) for value in CalamineWorkbook.from_path(file).get_sheet_by_index(0).to_python()[0]]


openpyxl = [str(cell.value) for cell in load_workbook("dates.xlsx").active[1]]
calamine, saved = by_calamine("dates.xlsx"), by_calamine("exceljs.xlsx")
print("openpyxl 3.1.5:", *openpyxl)
print("python-calamine 0.9.1:", *calamine)
print("saved by exceljs, read by calamine:", *saved)
sys.exit(openpyxl != ["46115"] * 3 or calamine != ["2026-04-03"] * 3 or saved != ["46115.0"] * 3)
PYTHON
cat >read.mjs <<'JS'
import Excel from "exceljs";
import sheets from "xlsx";

const book = new Excel.Workbook();
await book.xlsx.readFile("dates.xlsx");
const read = book.worksheets[0].getRow(1).values.slice(1);
await book.xlsx.writeFile("exceljs.xlsx");
const sheet = sheets.readFile("dates.xlsx", { cellDates: true }).Sheets.Sheet;
const other = sheets.utils.sheet_to_json(sheet, { header: 1 })[0];
console.log("exceljs 4.4.0:", ...read);
console.log("SheetJS 0.18.5:", ...other.map((value) => value.toDateString()));
process.exit(read.every((value) => value === 46115) && other.every((value) => value instanceof Date) ? 0 : 1);
JS
venv/bin/python make.py
node read.mjs
venv/bin/python read.py
