#!/usr/bin/env bash
# aspose-cells-foss, version 26.10.0 (PyPI), opens a workbook that openpyxl 3.1.5 saved, and every text in it is None: names of goods, links, tracks
# and codes with zeros in front. The texts are in the cells there (`inlineStr`, ECMA-376 part 1, 18.18.11), which the package does not
# read. It saves the sheet without them: the numbers stay, so the rows look filled. There is no error.
# The texts of XlsxWriter 3.2.9, which stand in a table of their own, are read. Expected: both. Fails if the texts of openpyxl are read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check aspose-cells-foss==26.10.0 openpyxl==3.1.5 xlsxwriter==3.2.9 pycryptodome==3.23.0
venv/bin/python -W ignore - <<'PYTHON'
import aspose.cells_foss as cells
import openpyxl
import xlsxwriter

ROW = ["Shoes", "0012", "YT123456789", 2, 250.5]
book = openpyxl.Workbook()
book.active.append(ROW)
book.save("openpyxl.xlsx")
other = xlsxwriter.Workbook("xlsxwriter.xlsx", {"strings_to_numbers": False})
other.add_worksheet().write_row(0, 0, ROW)
other.close()

seen = {}
for name in ("openpyxl", "xlsxwriter"):
    workbook = cells.Workbook(f"{name}.xlsx")
    read = [workbook.worksheets[0].cells[f"{column}1"].value for column in "ABCDE"]
    workbook.save("saved.xlsx")
    saved = [cell.value for cell in openpyxl.load_workbook("saved.xlsx").active[1]]
    seen[name] = (read, saved)
    print(f"aspose-cells-foss 26.10.0, file of {name}: read {read}, saved again {saved}")
lost = [None, None, None, 2, 250.5]
raise SystemExit(seen != {"openpyxl": (lost, lost), "xlsxwriter": (ROW, ROW)})
PYTHON
