#!/usr/bin/env bash
# WPS Office puts a picture into a cell as a formula DISPIMG with an id, and the pictures into xl/cellimages.xml. Chinese offices send
# lists of goods like that. openpyxl, version 3.1.5, exceljs, version 4.4.0, and SheetJS, version 0.18.5 (npm xlsx), keep the formulas when
# they save such a workbook and lose the pictures without a warning. exceljs keeps the bytes of the picture in the file, where nothing
# names them any more.
# Expected: the pictures, or a warning. Fails if a program keeps them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check openpyxl==3.1.5
npm install --silent --no-audit --no-fund exceljs@4.4.0 xlsx@0.18.5 >/dev/null
cat >make.py <<'PYTHON'
"""Writes wps.xlsx: a workbook of openpyxl with the parts that WPS adds."""
import io
import struct
import zipfile
import zlib
from openpyxl import Workbook

ID = "ID_0123456789ABCDEF0123456789ABCDEF"
OFFICE = "http://schemas.openxmlformats.org"
WPS = "http://www.wps.cn/officeDocument"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'


def picture():
    """One red pixel as a PNG."""
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(b"\0\xc8\x28\x28")) + chunk(b"IEND", b"")


book = Workbook()
book.active.append(["商品名称", "图片", "单价"])
book.active.append(["保温杯", f'=_xlfn.DISPIMG("{ID}",1)', 28.5])
file = io.BytesIO()
book.save(file)
source = zipfile.ZipFile(file)
with zipfile.ZipFile("wps.xlsx", "w", zipfile.ZIP_DEFLATED) as target:
    for name in source.namelist():
        data = source.read(name).decode()
        if name == "[Content_Types].xml":
            types = '<Default Extension="png" ContentType="image/png"/><Override PartName="/xl/cellimages.xml" '
            types += 'ContentType="application/vnd.wps-officedocument.cellimage+xml"/>'
            data = data.replace("</Types>", types + "</Types>")
        if name == "xl/_rels/workbook.xml.rels":
            relation = f'<Relationship Id="rIdCells" Type="{WPS}/2020/cellImage" Target="cellimages.xml"/>'
            data = data.replace("</Relationships>", relation + "</Relationships>")
        if name == "xl/worksheets/sheet1.xml":
            # The value that WPS stores with the formula.
            data = data.replace('<c r="B2">', '<c r="B2" t="str">').replace("<v/>", f'<v>=DISPIMG("{ID}",1)</v>', 1)
            data = data.replace("</f><v></v>", f'</f><v>=DISPIMG("{ID}",1)</v>', 1)
        target.writestr(name, data)
    target.writestr(
        "xl/cellimages.xml",
        f'{HEAD}<etc:cellImages xmlns:xdr="{OFFICE}/drawingml/2006/spreadsheetDrawing" xmlns:a="{OFFICE}/drawingml/2006/main" '
        f'xmlns:r="{OFFICE}/officeDocument/2006/relationships" xmlns:etc="{WPS}/2017/etCustomData"><etc:cellImage><xdr:pic>'
        f'<xdr:nvPicPr><xdr:cNvPr id="2" name="{ID}"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="rId1"/>'
        "<a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom></xdr:spPr>"
        "</xdr:pic></etc:cellImage></etc:cellImages>",
    )
    target.writestr(
        "xl/_rels/cellimages.xml.rels",
        f'{HEAD}<Relationships xmlns="{OFFICE}/package/2006/relationships"><Relationship Id="rId1" '
        f'Type="{OFFICE}/officeDocument/2006/relationships/image" Target="media/image1.png"/></Relationships>',
    )
    target.writestr("xl/media/image1.png", picture())
PYTHON
cat >save.mjs <<'JS'
import Excel from "exceljs";
import sheets from "xlsx";

const book = new Excel.Workbook();
await book.xlsx.readFile("wps.xlsx");
await book.xlsx.writeFile("exceljs.xlsx");
sheets.writeFile(sheets.readFile("wps.xlsx"), "sheetjs.xlsx");
JS
venv/bin/python make.py
venv/bin/python -W error -c 'import openpyxl; openpyxl.load_workbook("wps.xlsx").save("openpyxl.xlsx")'
node save.mjs
venv/bin/python - <<'PYTHON'
import zipfile


def parts(program):
    with zipfile.ZipFile(f"{program}.xlsx") as file:
        names = file.namelist()
        sheet = file.read("xl/worksheets/sheet1.xml").decode()
        texts = "".join(file.read(name).decode() for name in names if name.endswith("sharedStrings.xml"))
    pictures = [name for name in names if "cellimages" in name.lower()]
    media = [name for name in names if name.startswith("xl/media/") and not name.endswith("/")]
    return len(pictures), len(media), "DISPIMG(" in sheet, "DISPIMG(" in texts, "<f>" in sheet


for program in ("wps", "openpyxl", "exceljs", "sheetjs"):
    pictures, media, in_sheet, in_texts, has_formula = parts(program)
    print(f"{program}: parts of pictures {pictures}, media {media}, DISPIMG in sheet {in_sheet}, in texts {in_texts}, formula {has_formula}")
assert parts("wps")[:3] == (2, 1, True)
assert all(parts(program)[0] == 0 for program in ("openpyxl", "exceljs", "sheetjs")), "a program keeps the pictures"
assert (parts("openpyxl")[1], parts("exceljs")[1]) == (0, 1)
PYTHON
