#!/usr/bin/env bash
# exceljs, version 4.4.0, writes a picture with a size of its own as an anchor of one cell with the attribute editAs, which the format has
# for anchors of two cells only. openpyxl, version 3.1.5, then gives up the whole drawing: the sheet has no pictures, also the ones with
# other anchors, and a workbook that is opened and saved loses all of them. Its warning speaks of shapes.
# Expected: two pictures. Fails if openpyxl reads one of them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check openpyxl==3.1.5 pillow==11.3.0
npm install --silent --no-audit --no-fund exceljs@4.4.0 >/dev/null
# One red pixel as a PNG.
base64 -d >picture.png <<'TEXT'
iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGM4oaEBAALUARkFUI+kAAAAAElFTkSuQmCC
TEXT
cat >make.mjs <<'JS'
import Excel from "exceljs";

const book = new Excel.Workbook();
const sheet = book.addWorksheet("goods");
sheet.addRow(["Cup"]);
const picture = book.addImage({ filename: "picture.png", extension: "png" });
sheet.addImage(picture, "B1:B1");
await book.xlsx.writeFile("range.xlsx");
sheet.addImage(picture, { tl: { col: 1, row: 1 }, ext: { width: 20, height: 20 } });
await book.xlsx.writeFile("book.xlsx");
JS
node make.mjs
venv/bin/python -W ignore - <<'PYTHON'
import zipfile
from openpyxl import Workbook, load_workbook
from openpyxl.drawing.image import Image


def media(name):
    return sum(part.startswith("xl/media/") and not part.endswith("/") for part in zipfile.ZipFile(name).namelist())


def pictures(name):
    book = load_workbook(name)
    book.save("saved.xlsx")
    return len(book.active._images), media(name), media("saved.xlsx")


own = Workbook()
own.active.add_image(Image("picture.png"), "B1")
own.save("own.xlsx")
print("pictures read, files of pictures, and after saving:")
for name in ("own.xlsx", "range.xlsx", "book.xlsx"):
    print(name, *pictures(name))
assert pictures("own.xlsx") == pictures("range.xlsx") == (1, 1, 1)
assert pictures("book.xlsx") == (0, 1, 0), "openpyxl has changed"
PYTHON
