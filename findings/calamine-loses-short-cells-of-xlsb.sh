#!/usr/bin/env bash
# calamine (python-calamine 0.9.1) and pyxlsb (1.0.10) skip the short cell records of .xlsb (BrtShortRk, BrtShortReal, BrtShortIsst and the
# others of MS-XLSB), which have no column of their own because they follow a cell. SheetJS (xlsx 0.18.5) writes them for every cell that
# has a neighbour on its left. calamine returns the first column only, pyxlsb empty cells, neither reports an error; SheetJS itself
# and LibreOffice 7.4 read all columns. Expected: all columns. Fails if one of the two reads them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check python-calamine==0.9.1 pyxlsb==1.0.10
npm init -y >/dev/null
npm install --silent --no-audit --no-fund xlsx@0.18.5
node -e '
  const xlsx = require("xlsx");
  const book = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([["Item", "Price", "Pieces"], ["Cup", 12.5, 2]]), "Goods");
  xlsx.writeFile(book, "goods.xlsb");
  console.log("SheetJS 0.18.5:", JSON.stringify(xlsx.utils.sheet_to_json(xlsx.readFile("goods.xlsb").Sheets.Goods, { header: 1 })));
'
venv/bin/python - <<'PYTHON'
import pyxlsb
import python_calamine

calamine = python_calamine.CalamineWorkbook.from_path("goods.xlsb").get_sheet_by_name("Goods").to_python()
with pyxlsb.open_workbook("goods.xlsb") as book, book.get_sheet("Goods") as sheet:
    other = [[cell.v for cell in row] for row in sheet.rows()]
print("python-calamine 0.9.1:", calamine)
print("pyxlsb 1.0.10:", other)
assert calamine == [["Item"], ["Cup"]], calamine
assert all(value is None for row in other for value in row), other
PYTHON
