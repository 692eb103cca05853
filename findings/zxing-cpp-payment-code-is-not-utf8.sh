#!/usr/bin/env bash
# zxing-cpp 3.1.1 (PyPI) writes a payment code of the form ST00012, whose last digit promises UTF-8, in windows-1251, with a mark (ECI)
# that says so. The option eci=UTF-8 changes nothing. ZBar ignores the mark and shows Latin and Chinese letters. segno 1.6.6 writes
# UTF-8 without a mark, which both read.
# Expected: UTF-8, as asked for. Fails if zxing-cpp writes it. Needs the library zbar.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check zxing-cpp==3.1.1 pyzbar==0.1.9 pillow==12.0.0 segno==1.6.6 numpy==2.3.4
"$folder/venv/bin/python" - <<'PYTHON'
import io
import numpy
import segno
import zxingcpp
from PIL import Image
from pyzbar import pyzbar

text = "ST00012|Name=ООО «Агент»|PersonalAcc=40702810900000000001|BankName=БАНК|BIC=044525225|CorrespAcc=30101810400000000225"


def read(picture):
    [code] = zxingcpp.read_barcodes(picture)
    return code.bytes, pyzbar.decode(picture)[0].data.decode()


code = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode, options="eci=UTF-8")
written, zbar = read(Image.fromarray(numpy.array(zxingcpp.write_barcode_to_image(code, scale=6))))
print(f"zxing-cpp 3.1.1 wrote {written[:24]}; ZBar reads {zbar[:24]!r} … {zbar[60:75]!r}")
assert written == text.encode("cp1251") and zbar != text
file = io.BytesIO()
segno.make(text, micro=False).save(file, kind="png", scale=6, border=4)
assert read(Image.open(file).convert("L")) == (text.encode(), text)
PYTHON
