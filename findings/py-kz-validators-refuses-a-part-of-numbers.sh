#!/usr/bin/env bash
# py-kz-validators 0.0.2 (PyPI) checks the numbers of persons and companies of Kazakhstan (IIN, BIN), which banks compare in payments. If
# the first weights leave 10, the last digit is computed again with weights that begin with 3. The package holds both rows of weights in
# sets, which have no order, so the second row is the first one: it refuses every number of that kind, about one in twelve.
# kz-iin-validator 0.7.1 accepts all of them. The numbers here are of the year 2099, so of no person.
# Expected: all of them. Fails if a number with the second weights is accepted.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check py-kz-validators==0.0.2 kz-iin-validator==0.7.1
venv/bin/python - <<'PYTHON'
from kz.validators import IIN
from kz_iin_validator import safe_validate_iin

FIRST = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
SECOND = [3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2]


def remainder(digits, weights):
    return sum(int(digit) * weight for digit, weight in zip(digits, weights)) % 11


numbers = {"first": [], "second": []}
for serial in range(2000):
    digits = f"9901015{serial:04d}"
    last, row = remainder(digits, FIRST), "first"
    if last == 10:
        last, row = remainder(digits, SECOND), "second"
    if last < 10:
        numbers[row].append(f"{digits}{last}")
accepted = {row: sum(IIN.is_valid(number) for number in of_row) for row, of_row in numbers.items()}
by_other = {row: sum(safe_validate_iin(number)[0] is not None for number in of_row) for row, of_row in numbers.items()}
for row, of_row in numbers.items():
    print(f"{len(of_row)} numbers by the {row} weights: py-kz-validators 0.0.2 accepts {accepted[row]}, the other {by_other[row]}")
expected = {row: len(of_row) for row, of_row in numbers.items()}
raise SystemExit(by_other != expected or accepted != {"first": expected["first"], "second": 0})
PYTHON
