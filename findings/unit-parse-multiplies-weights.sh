#!/usr/bin/env bash
# unit-parse 0.1.12 (PyPI) reads weights and sizes from the texts of shops. A decimal comma is thrown away, so 1,5 kg are 15 kg; a space in a
# number ends it, so 1 500 g are 1 g. Two units of one weight are multiplied: 12 lb 4 oz is 48 "oz * lb", and the length 3 ft 2 in is 6 ft.
# 60x40x30 cm, the size of a box, is a length of 72000 cm. There is no error, and 1.5 kg is right.
# ISO 80000-1, 7.3: the decimal sign is a comma or a point, and digits are grouped by spaces. quantulum3 0.10.0 (PyPI) keeps lb and oz
# apart. Expected: 1.5 kg. Fails if it is read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check unit-parse==0.1.12 quantulum3==0.10.0 Pint==0.25.3
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import logging

from quantulum3 import parser as quantulum
from unit_parse import parser

logging.disable(logging.CRITICAL)
SEEN = {
    "1,5 kg": "15 kg",
    "1 500 g": "1 g",
    "12 lb 4 oz": "48 oz * lb",
    "3 ft 2 in": "6 ft",
    "60x40x30 cm": "72000 cm",
    "1.5 kg": "1.5 kg",
}
read = {text: str(parser(text)) for text in SEEN}
for text, found in read.items():
    print(f"{text}: unit-parse 0.1.12 reads {found}")
apart = [str(part) for part in quantulum.parse("12 lb 4 oz")]
print(f"12 lb 4 oz: quantulum3 0.10.0 reads {apart}")
raise SystemExit(read != SEEN or apart != ["twelve pounds", "four ounces"])
PYTHON
