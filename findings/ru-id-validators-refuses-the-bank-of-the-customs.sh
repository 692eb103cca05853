#!/usr/bin/env bash
# ru-id-validators, version 0.1.0 (PyPI), checks the numbers of payments in Russia and refuses every bank code that does not begin with 04. Since
# 2021 customs duties and taxes go to accounts of the Treasury, whose codes begin with 01 and 02: 024501901 is the one that the Federal
# Customs Service gives (letter 01-11/57902 of 15.10.2020), 017003983 the one of the single tax payment. A form that trusts the check takes
# no payment of duties. A KPP with letters, which the tax service assigns (order MMV-7-6/435), is refused too.
# Expected: both are valid, as ru-validation-codes 2.9.0 (npm) says. Fails if one of them is accepted.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check ru-id-validators==0.1.0
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ru-validation-codes@2.9.0
venv/bin/python - <<'PYTHON'
from ru_id import ValidationError, is_valid_bik, is_valid_kpp, validate_account

codes = {code: is_valid_bik(code) for code in ("044525225", "024501901", "017003983")}
numbers = {number: is_valid_kpp(number) for number in ("770701001", "7707AB001")}
try:
    account = validate_account("03100643000000019502", "024501901")
except ValidationError as error:
    account = error
print(f"ru-id-validators 0.1.0: bank codes {codes}; KPP {numbers}; account of the customs: {account}")
is_refused = isinstance(account, ValidationError)
raise SystemExit(not (list(codes.values()) == [True, False, False] and list(numbers.values()) == [True, False] and is_refused))
PYTHON
node --input-type=module - <<'NODE'
import codes from "ru-validation-codes";

const right = ["044525225", "024501901", "017003983"].map((code) => codes.checkBik(code));
console.log("ru-validation-codes 2.9.0: the bank codes are valid:", right);
process.exit(right.every(Boolean) ? 0 : 1);
NODE
