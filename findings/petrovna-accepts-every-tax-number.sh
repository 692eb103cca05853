#!/usr/bin/env bash
# petrovna 1.0.2 (PyPI) checks the numbers of Russian companies and persons, which stand in invoices and customs forms. `validate_inn`
# promises a check of the control digits and computes them, but reports nothing when they differ: any ten or twelve digits are a tax number,
# also with two digits exchanged. The checks of the other numbers (ОГРН) work. python-stdnum 2.2 checks both.
# Expected: the exchanged digits are refused. Fails if they are.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check petrovna==1.0.2 python-stdnum==2.2
venv/bin/python - <<'PYTHON'
from petrovna import validate_inn, validate_ogrn
from stdnum.ru import inn, ogrn

body = "000000012"
tax_number = body + inn.calc_company_check_digit(body)
exchanged = [tax_number[:place] + tax_number[place + 1] + tax_number[place] + tax_number[place + 2:] for place in range(9)]
exchanged = [number for number in exchanged if number != tax_number]
register = next(number for number in (f"100990000000{digit}" for digit in range(10)) if ogrn.is_valid(number))
wrong_register = register[:-1] + str((int(register[-1]) + 1) % 10)
accepted = sum(validate_inn(number) for number in exchanged)
print(f"petrovna 1.0.2: {tax_number} {validate_inn(tax_number)}, {accepted} of {len(exchanged)} with exchanged digits are accepted")
print(f"python-stdnum 2.2: {tax_number} {inn.is_valid(tax_number)}, accepted {sum(map(inn.is_valid, exchanged))}")
print(f"petrovna 1.0.2: {register} {validate_ogrn(register)}, {wrong_register} {validate_ogrn(wrong_register)}")
is_right = inn.is_valid(tax_number) and not any(map(inn.is_valid, exchanged)) and not validate_ogrn(wrong_register)
raise SystemExit(0 if is_right and validate_ogrn(register) and accepted == len(exchanged) > 0 else 1)
PYTHON
