#!/usr/bin/env bash
# SheetJS (xlsx 0.18.5) writes every number of an .ods as `office:value-type="float"` without a style: dates, percentages and codes such as
# 00123 are right only in the text next to the value, which readers of values ignore. A date becomes 46115, 50 % becomes 0.5, 00123
# becomes 123, and a hidden sheet is shown. Expected: the types `date` and `percentage`, and `table:display="false"`, as LibreOffice
# writes them. Fails if the types or the hidden sheet are kept.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check openpyxl==3.1.5 pandas==2.3.3 odfpy==1.4.1
npm init -y >/dev/null
npm install --silent --no-audit --no-fund xlsx@0.18.5
venv/bin/python - <<'PYTHON'
import datetime
import openpyxl

book = openpyxl.Workbook()
sheet = book.active
sheet.append(["Day", "Share", "Code"])
sheet.append([datetime.date(2026, 4, 3), 0.5, 123])
sheet["B2"].number_format, sheet["C2"].number_format = "0%", "00000"
book.create_sheet("Hidden").sheet_state = "hidden"
book.save("goods.xlsx")
PYTHON
node -e 'const xlsx = require("xlsx"); xlsx.writeFile(xlsx.readFile("goods.xlsx", { cellNF: true, cellStyles: true }), "goods.ods");'
venv/bin/python - <<'PYTHON'
import re
import zipfile
import pandas

content = zipfile.ZipFile("goods.ods").read("content.xml").decode()
cells = re.findall(r'office:value-type="(float|date|percentage)"[^>]*office:value="([^"]*)"[^>]*><text:p>([^<]*)', content)
for kind, value, text in cells:
    print(f"SheetJS 0.18.5 writes {text} as {kind} {value}")
read = pandas.read_excel("goods.ods", engine="odf").iloc[0].tolist()
print(f"pandas 2.3.3 reads {read}")
assert [(kind, value) for kind, value, _ in cells] == [("float", "46115"), ("float", "0.5"), ("float", "123")], cells
assert [text for *_, text in cells][1:] == ["50%", "00123"], cells
assert [float(value) for value in read] == [46115.0, 0.5, 123.0], read
assert 'table:name="Hidden"' in content and 'table:display="false"' not in content
PYTHON
