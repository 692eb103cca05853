#!/usr/bin/env bash
# mt-940 5.1.1 gives the reversal of a credit (`RC`) a positive amount, as if the money had come twice. A reversed debit is positive too,
# which is right. So the amounts do not lead from the opening to the closing balance. Expected: -250.00 for `RC`.
# bankstatementparser 0.0.29 reads the same file correctly. Fails if mt-940 gives the reversal a negative amount.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check mt-940==5.1.1 bankstatementparser==0.0.29
cat >"$folder/statement.sta" <<'MT940'
:20:STATEMENT
:25:10020030/1234567
:28C:5/1
:60F:C261101EUR1000,00
:61:2611021102C250,00NTRFREF1//B1
:86:Order 17
:61:2611031103RC250,00NTRFREF2//B2
:86:Reversal of order 17
:61:2611041104D100,00NTRFREF3//B3
:86:Fee
:61:2611051105RD100,00NTRFREF4//B4
:86:Reversal of the fee
:62F:C261105EUR1000,00
-
MT940
cd "$folder"
venv/bin/python - <<'PYTHON'
import bankstatementparser
import mt940

statement = mt940.parse("statement.sta")
amounts = [int(entry.data["amount"].amount) for entry in statement]
others = [int(amount) for amount in bankstatementparser.Mt940Parser("statement.sta").parse()["amount"]]
print(f"mt-940 5.1.1: {amounts}, sum {sum(amounts)}; bankstatementparser 0.0.29: {others}, sum {sum(others)}; the balance rose by 0")
assert amounts == [250, 250, -100, 100], amounts
assert sum(others) == 0, others
PYTHON
