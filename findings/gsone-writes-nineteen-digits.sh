#!/usr/bin/env bash
# gsone 0.1.0 (PyPI) makes numbers of logistic units (SSCC) for the labels of boxes and pallets. By default it puts the extension digit
# before a body that already has all 17 digits, so the number has 19 digits instead of 18, and the check digit ignores the extension.
# `get_barcode_gtin13` puts the identifier of logistic units before the number of goods.
# Expected: 18 digits whose check digit is right, as GS1 and python-stdnum 2.2 have it. Fails if the number has 18 digits.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check gsone==0.1.0 python-stdnum==2.2
"$folder/venv/bin/python" - <<'PYTHON'
from gsone import gsone
from stdnum import ean
from stdnum.gs1_128 import validate

PREFIX, SERIAL = "4600000", "123456"
box = gsone.get_barcode_sscc(PREFIX, SERIAL)
third = gsone.get_barcode_sscc(PREFIX, SERIAL, ext="3")
goods = gsone.get_barcode_gtin13(PREFIX, "00001")


def right(extension):
    """The extension, the prefix, the serial number filled up to 17 digits, and the check digit of them all."""
    body = extension + PREFIX + SERIAL.zfill(16 - len(PREFIX))
    return f"(00){body}{ean.calc_check_digit(body)}"


def is_accepted(number):
    try:
        return bool(validate(number))
    except ValueError as problem:
        return type(problem).__name__


for number, expected in ((box, right("0")), (third, right("3"))):
    print(f"gsone 0.1.0: {number} ({is_accepted(number)}), right is {expected} ({is_accepted(expected)})")
print(f"gsone 0.1.0: the goods {PREFIX}00001 are {goods}")
digits = [len(number.removeprefix("(00)")) for number in (box, third, right("0"), right("3"))]
is_as_seen = digits == [19, 19, 18, 18] and goods == "(00)04600000000015" and is_accepted(right("3")) is True
raise SystemExit(0 if is_as_seen and is_accepted(box) is not True else 1)
PYTHON
