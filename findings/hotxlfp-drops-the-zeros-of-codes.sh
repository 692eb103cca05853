#!/usr/bin/env bash
# hotxlfp, version 1.0.3 (PyPI), computes formulas of sheets. Codes of goods and orders are written with zeros in front by TEXT(12,"00000"), and
# the package returns 12, which is the code of nothing. Of a date it writes the format itself, twice, with the number of the day between:
# "yyyy-mm-dd46356yyyy-mm-dd". Formats with a point or a percent sign work, so a price list looks right. There is no error.
# Excel, TEXT: each 0 is a digit, also a leading one. formulas 1.3.4 (PyPI) writes 00012 and 2026-11-30.
# Expected: the same. Fails if one of them is written.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check hotxlfp==1.0.3 formulas==1.3.4
"$folder/venv/bin/python" - <<'PYTHON'
import formulas
import numpy
from hotxlfp import Parser

SEEN = {
    'TEXT(12,"00000")': ("12", "00012"),
    'TEXT(46356,"yyyy-mm-dd")': ("yyyy-mm-dd46356yyyy-mm-dd", "2026-11-30"),
    'TEXT(1234.5,"#,##0.00")': ("1,234.50", "1,234.50"),
}
compute = lambda code: str(numpy.asarray(formulas.Parser().ast(f"={code}")[1].compile()()).ravel()[0])
seen = {code: (Parser().parse(code)["result"], compute(code)) for code in SEEN}
for code, (first, second) in seen.items():
    print(f"{code}: hotxlfp 1.0.3 writes {first}, formulas 1.3.4 writes {second}")
raise SystemExit(seen != SEEN)
PYTHON
