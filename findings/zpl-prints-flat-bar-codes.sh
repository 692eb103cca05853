#!/usr/bin/env bash
# zpl 0.1.13 (PyPI) makes labels of Zebra printers and says that "all dimensions are given in millimeters". The height of a bar code is not
# converted: 10 millimeters become 10 dots, which is 1.25 mm at 203 dpi, and no scanner of a warehouse reads it from a moving box. Of boxes
# it says "in dots", and converts them. A stored form is recalled by the name "%s", whatever name is given, so no label comes out.
# Expected: bars of 10 mm, and the name. Fails if one of them is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check zpl==0.1.13 pillow==12.0.0
npm init -y >/dev/null
npm install --silent --no-audit --no-fund zpl-renderer-js@3.4.0
venv/bin/python - <<'PYTHON'
import zpl

label = zpl.Label(40, 58, dpmm=8)
label.origin(5, 5)
label.barcode("C", "KI7Q2", height=10, print_interpretation_line="N")
label.endorigin()
open("label.zpl", "w").write(label.dumpZPL())
box = zpl.Label(40, 58, dpmm=8)
box.origin(5, 5)
box.draw_box(10, 10)
box.endorigin()
open("box.zpl", "w").write(box.dumpZPL())
recall = zpl.Label(40, 58, dpmm=8)
recall.run_script("R:BOX.ZPL")
print("zpl 0.1.13:", label.dumpZPL(), "and the stored form:", recall.dumpZPL())
raise SystemExit("^XF%s^FS" not in recall.dumpZPL())
PYTHON
cat >render.mjs <<'JS'
import { readFileSync, writeFileSync } from "node:fs";
import { ready } from "zpl-renderer-js";

const { api } = await ready;
for (const name of ["label", "box"]) {
  const picture = await api.zplToBase64Async(readFileSync(`${name}.zpl`, "utf8"), 58, 40, 8);
  writeFileSync(`${name}.png`, Buffer.from(picture, "base64"));
}
JS
node render.mjs
venv/bin/python - <<'PYTHON'
from PIL import Image, ImageOps


def height(name):
    """The height of what is printed, in millimeters."""
    _, top, _, bottom = ImageOps.invert(Image.open(name).convert("L")).getbbox()
    return (bottom - top) / 8


bars, box = height("label.png"), height("box.png")
print(f"zpl-renderer-js 3.4.0: the bars are {bars} mm high, the box is {box} mm high")
raise SystemExit(0 if bars < 2 and box >= 10 else 1)
PYTHON
