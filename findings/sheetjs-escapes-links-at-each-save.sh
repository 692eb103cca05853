#!/usr/bin/env bash
# SheetJS (xlsx 0.18.5) does not unescape the address of a link when it reads an .xlsx, and escapes it when it writes one. Each time a
# workbook is opened and saved, `?id=1&sku=2` gets one more `amp;`: any other reader then sees `?id=1&amp;sku=2`, and the shop finds no
# parameter `sku`. Read from .xlsb, .ods, .xls and XML 2003 the address is right. Expected: the address that the file had.
# Fails if the address stays as it is.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check openpyxl==3.1.5
npm init -y >/dev/null
npm install --silent --no-audit --no-fund xlsx@0.18.5
venv/bin/python - <<'PYTHON'
import openpyxl

book = openpyxl.Workbook()
book.active["A1"] = "Open"
book.active["A1"].hyperlink = "https://shop.example/item?id=1&sku=2"
book.save("0.xlsx")
PYTHON
node -e 'const xlsx = require("xlsx"); for (const n of [0, 1]) xlsx.writeFile(xlsx.readFile(`${n}.xlsx`), `${n + 1}.xlsx`);'
venv/bin/python - <<'PYTHON'
import openpyxl

links = [openpyxl.load_workbook(f"{saves}.xlsx").active["A1"].hyperlink.target for saves in range(3)]
for saves, link in enumerate(links):
    print(f"SheetJS 0.18.5, saved {saves} times: {link}")
assert links == [f"https://shop.example/item?id=1{sign}sku=2" for sign in ("&", "&amp;", "&amp;amp;")], links
PYTHON
