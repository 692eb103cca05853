#!/usr/bin/env bash
# price-parser, version 0.5.1 (PyPI), takes a sign with three digits behind it for the one of thousands, even if a zero stands in front: a
# button for 0.045 dollars costs 45, and 0,120 kg at a dollar are 120. Wholesale prices of small goods have three decimals, and no
# number of thousands begins with a zero. "0.45" and "0.0455" are right, so a short test passes. There is no error.
# money-parser 0.0.1 (PyPI) does it for any number of digits above two: 0,0455 is 455.
# Expected: 0.045, which Babel 2.17.0 reads in both languages. Fails if one of the two does.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check price-parser==0.5.1 money-parser==0.0.1 babel==2.17.0
venv/bin/python -W ignore - <<'PYTHON'
from babel.numbers import parse_decimal
from money_parser import price_dec
from price_parser import Price

PRICES = {"$0.45": ("0.45", "0.45"), "$0.045": ("45", "45"), "0,045 $": ("45", "45"), "$0.120": ("120", "120"), "0,0455 $": ("0.0455", "455")}
seen = {}
for text in PRICES:
    seen[text] = (str(Price.fromstring(text).amount), str(price_dec(text)))
    right = parse_decimal(text.strip("$ "), locale="ru" if "," in text else "en")
    print(f"{text}: price-parser 0.5.1 {seen[text][0]}, money-parser 0.0.1 {seen[text][1]}, Babel 2.17.0 {right}")
raise SystemExit(seen != PRICES)
PYTHON
