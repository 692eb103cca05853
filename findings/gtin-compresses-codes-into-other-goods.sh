#!/usr/bin/env bash
# gtin 1.0.2 (npm) shortens UPC-A to UPC-E, the code with eight digits on small packs. Where the maker has five digits, only the products 5 to 9
# have a short form. The package makes one for 0 to 4 too, and that form is read as goods of another maker: 010028000012 becomes
# 01002812, which is 010100000282. For one code of ten even the check digit fits, so the package and a scanner accept it.
# GS1 General Specifications (zero suppression of UPC-E); biip 5.2.0 (PyPI) refuses to shorten them. Expected: null.
# Fails if there is no short form.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check biip==5.2.0
npm init -y >/dev/null
npm install --silent --no-audit --no-fund gtin@1.0.2
cat >shorten.js <<'JS'
const { isValid, upcE } = require("gtin");
for (const code of process.argv.slice(2)) {
  const short = upcE.compress(code);
  const again = upcE.expand(short);
  console.log(`${code} becomes ${short}, read as ${again}, valid: ${isValid(again)}`);
}
JS
codes=(010028000012 010049000008 012345000058)
seen=$(node shorten.js "${codes[@]}")
echo "gtin 1.0.2:"
echo "$seen"
cat >refuse.py <<'PYTHON'
import sys

from biip import EncodeError
from biip.upc import Upc

for code in sys.argv[1:]:
    try:
        print(code, Upc.parse(code).as_upc_e())
    except EncodeError as refusal:
        print(code, type(refusal).__name__)
PYTHON
right=$(venv/bin/python refuse.py "${codes[@]}")
echo "biip 5.2.0:"
echo "$right"
diff <(echo "$seen") - <<'SEEN'
010028000012 becomes 01002812, read as 010100000282, valid: true
010049000008 becomes 01004908, read as 010000000498, valid: true
012345000058 becomes 01234558, read as 012345000058, valid: true
SEEN
diff <(echo "$right") - <<'RIGHT'
010028000012 EncodeError
010049000008 EncodeError
012345000058 01234558
RIGHT
