#!/usr/bin/env bash
# @point-of-sale/barcode-parser 1.0.4 (npm) says what a scanner has read. It checks the last digit of EAN-8, UPC and EAN-13, but not of 14
# digits: each number of that length is an ITF-14, not a guess, and its GTIN is the number itself. Waybills of ZTO and other Chinese
# carriers have 14 digits, and so a parcel at the door of the warehouse is a carton of goods.
# GS1 General Specifications 7.9: the last digit of a GTIN-14 is a check digit. python-stdnum 2.2 (PyPI) refuses the numbers.
# Expected: no GTIN. Fails if there is none for the waybills.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check python-stdnum==2.2
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @point-of-sale/barcode-parser@1.0.4
# Two invented waybills, a true carton, and 13 digits whose last one is wrong.
codes=(78600012345678 73500098765432 14600000000012 4600000000011)
cat >scan.mjs <<'JS'
import { Detector, GS1 } from "@point-of-sale/barcode-parser";
for (const value of process.argv.slice(2)) {
  const found = Detector.detect(value);
  const goods = found && GS1.parse({ value, symbology: found.symbology });
  console.log(`${value}: ${found ? `${found.symbology}, a guess: ${found.guess}` : "unknown"}, GTIN ${goods?.gtin}`);
}
JS
seen=$(node scan.mjs "${codes[@]}")
right=$(venv/bin/python -c 'import sys; from stdnum import ean; print(*[ean.is_valid(code) for code in sys.argv[1:]])' "${codes[@]}")
echo "@point-of-sale/barcode-parser 1.0.4:"
echo "$seen"
echo "python-stdnum 2.2 says they are GTIN: $right"
diff <(echo "$seen") - <<'SEEN'
78600012345678: itf, a guess: false, GTIN 78600012345678
73500098765432: itf, a guess: false, GTIN 73500098765432
14600000000012: itf, a guess: false, GTIN 14600000000012
4600000000011: unknown, GTIN undefined
SEEN
[ "$right" = "False False True False" ]
