#!/usr/bin/env bash
# quiffen 4.0.1 (PyPI) reads statements in QIF, which programs write with the decimal sign of the country. It throws commas away: 1250,50 rubles of a
# Russian or Kazakh file are 125050, a hundred times as much, and 1.250,50 is 1.2505. There is no error, and whole amounts are right, so
# a test with round sums passes.
# ofxtools 1.1.1 (PyPI) reads the comma of the sister format OFX. Expected: -1250.50. Fails if it is read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check quiffen==4.0.1 ofxtools==1.1.1
venv/bin/python -W ignore - <<'PYTHON'
from decimal import Decimal

from ofxtools.Types import Decimal as OfxDecimal
from quiffen import Qif

amounts = ["-1250,50", "1.250,50", "300", "-1250.50"]
rows = "".join(f"D30/11/2026\nT{amount}\nPShop\n^\n" for amount in amounts)
with open("statement.qif", "w") as file:
    file.write(f"!Type:Bank\n{rows}")
accounts = Qif.parse("statement.qif", day_first=True).accounts.values()
read = [row.amount for account in accounts for rows in account.transactions.values() for row in rows]
for written, amount in zip(amounts, read):
    print(f"quiffen 4.0.1: {written} is {amount}")
right = OfxDecimal().convert("-1250,50")
print(f"ofxtools 1.1.1: -1250,50 is {right}")
seen = [Decimal("-125050"), Decimal("1.25050"), Decimal("300"), Decimal("-1250.50")]
raise SystemExit(read != seen or right != Decimal("-1250.50"))
PYTHON
