#!/usr/bin/env bash
# @ericblade/barcode-validator 2.4.1 (npm) checks EAN-13. Numbers that begin with 290 or 291 belong to the range 200-299, which GS1 keeps for
# numbers of a company itself: the labels of a warehouse, goods by weight. The package rewrites them into books (978 and 979) and
# computes the check digit again, so every such number is valid, also with a slip of a digit, and the number to use is of an unknown book.
# python-stdnum 2.2 (PyPI) checks the digit as GS1 does. Expected: valid as it is, invalid with the wrong digit. Fails if the wrong one is refused.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check python-stdnum==2.2
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @ericblade/barcode-validator@2.4.1
# A label with the right digit, the same with a wrong digit, another wrong one, and as a comparison wrong goods of Russia.
labels=(2900000012349 2900000012345 2912345678900 4600000000018)
seen=$(node -e 'const check = require("@ericblade/barcode-validator");
for (const label of process.argv.slice(1)) {
  const { type, valid, modifiedCode } = check(label);
  console.log(`${label} is ${valid ? "valid" : "invalid"}, ${type} ${modifiedCode}`);
}' "${labels[@]}")
right=$(venv/bin/python -c 'import sys; from stdnum import ean
for label in sys.argv[1:]: print(label, "is", "valid" if ean.is_valid(label) else "invalid")' "${labels[@]}")
echo "@ericblade/barcode-validator 2.4.1:"
echo "$seen"
echo "python-stdnum 2.2:"
echo "$right"
diff <(echo "$seen") - <<'SEEN'
2900000012349 is valid, isbn13 9780000012340
2900000012345 is valid, isbn13 9780000012340
2912345678900 is valid, isbn13 9792345678907
4600000000018 is invalid, gtin 4600000000018
SEEN
diff <(echo "$right") - <<'RIGHT'
2900000012349 is valid
2900000012345 is invalid
2912345678900 is invalid
4600000000018 is invalid
RIGHT
