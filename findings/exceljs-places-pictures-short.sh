#!/usr/bin/env bash
# exceljs, version 4.4.0, takes the place of a floating picture as fractions of cells: row 2.5 is the middle of the third row. It writes the
# offset as 10,000 units a point of height, where a file has 12,700. In a row of 48 points the picture begins at 39 % of the row instead of
# 50 %, in a row without a height of its own at 47 %.
# Expected: an offset of 24 points. Fails if exceljs writes it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund exceljs@4.4.0 >/dev/null
# One red pixel as a PNG.
base64 -d >picture.png <<'TEXT'
iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGM4oaEBAALUARkFUI+kAAAAAElFTkSuQmCC
TEXT
cat >make.mjs <<'JS'
import Excel from "exceljs";

const book = new Excel.Workbook();
const sheet = book.addWorksheet("goods");
sheet.getRow(3).height = 48;
const picture = book.addImage({ filename: "picture.png", extension: "png" });
for (const row of [2.5, 5.5]) sheet.addImage(picture, { tl: { col: 1, row }, ext: { width: 20, height: 20 } });
await book.xlsx.writeFile("book.xlsx");
JS
node make.mjs
python3 - <<'PYTHON'
import re
import zipfile

drawing = zipfile.ZipFile("book.xlsx").read("xl/drawings/drawing1.xml").decode()
offsets = [int(offset) for offset in re.findall("<xdr:rowOff>(\d+)</xdr:rowOff>", drawing)]
print("offsets in points:", [round(offset / 12700, 2) for offset in offsets], "expected [24, 7.5]")
assert offsets == [240000, 90000], "exceljs has changed"
PYTHON
