#!/usr/bin/env bash
# gs123 4.0.1 (PyPI) prints GS1 Data Matrix codes, the form of Russian marks of goods (Chestny Znak), "scannable by any GS1-aware reader".
# It writes no FNC1, which makes a Data Matrix a GS1 code, and by default writes the brackets of the readable line into the code. A scanner
# reports a common Data Matrix (]d1), and tills and the marking service do not take it for a mark. Its reader refuses marks with their
# check (93) with an error that `except Exception` does not catch. bwip-js 4.11.4 writes the same mark as GS1 (]d2).
# Expected: ]d2. Fails if a code of gs123 is one of GS1.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check gs123==4.0.1 ppf-datamatrix==0.2 zxing-cpp==3.1.1 pillow==12.0.0 numpy==2.3.4
npm init -y >/dev/null
npm install --silent --no-audit --no-fund bwip-js@4.11.4
node -e '
  const text = "(01)04600000000015(21)5a1Bc2Dd3Ee4F(93)AbCd";
  require("bwip-js").toBuffer({ bcid: "gs1datamatrix", text, scale: 4, paddingwidth: 4, paddingheight: 4, backgroundcolor: "FFFFFF" })
    .then((picture) => require("fs").writeFileSync("control.png", picture));'
venv/bin/python - <<'PYTHON'
import io

import zxingcpp
from gs123.conversion import BarcodeConverter
from gs123.datamatrix import GS1DataMatrix
from PIL import Image

MARK = "0104600000000015215a1Bc2Dd3Ee4F\x1d93AbCd"
WITH_BRACKETS = "(01)04600000000015(21)5a1Bc2Dd3Ee4F(93)AbCd"


def read(picture):
    [found] = zxingcpp.read_barcodes(picture)
    return found.symbology_identifier, found.bytes


seen = [read(Image.open(io.BytesIO(GS1DataMatrix(text).png(scale=8)))) for text in (MARK, WITH_BRACKETS)]
for kind, content in seen:
    print(f"gs123 4.0.1: {kind} {content}")
control = read(Image.open("control.png"))
print(f"bwip-js 4.11.4: {control[0]} {control[1]}")
try:
    BarcodeConverter(MARK, 7)
    problem = None
except BaseException as error:
    problem = error
print(f"gs123 4.0.1: the reader says {type(problem).__name__}, an Exception: {isinstance(problem, Exception)}")
is_as_seen = [kind for kind, _ in seen] == ["]d1", "]d1"] and seen[1][1] == WITH_BRACKETS.encode()
is_refused = type(problem).__name__ == "BarcodeNotValid" and not isinstance(problem, Exception)
raise SystemExit(0 if is_as_seen and is_refused and control == ("]d2", MARK.encode()) else 1)
PYTHON
