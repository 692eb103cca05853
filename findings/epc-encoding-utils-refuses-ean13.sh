#!/usr/bin/env bash
# epc-encoding-utils 1.3 (PyPI) has a check of the bar codes of goods, `is_valid_upc`, for 8, 12, 13 and 14 digits. It gives the weights of
# the check digit from the left, which is right for all lengths but 13: four of five codes of the usual kind in China and Russia (EAN-13)
# are refused. python-stdnum 2.2 counts from the right, as GS1 has it.
# Expected: each valid number is accepted. Fails if more than three of ten numbers with 13 digits are.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check epc-encoding-utils==1.3 python-stdnum==2.2
"$folder/venv/bin/python" - <<'PYTHON'
from epc.utils.upc import is_valid_upc
from stdnum import ean


def numbers(length):
    """Two thousand numbers of China (690 to 699) with their check digits."""
    bodies = ((str(690 + at % 10) + str(10**9 + at * 7919))[: length - 1].rjust(length - 1, "0") for at in range(2000))
    return [body + ean.calc_check_digit(body) for body in bodies]


shares = {}
for length in (8, 12, 13, 14):
    valid = numbers(length)
    assert all(len(number) == length and ean.is_valid(number) for number in valid)
    shares[length] = sum(map(is_valid_upc, valid)) / len(valid)
    print(f"epc-encoding-utils 1.3: {shares[length]:.1%} of the valid numbers with {length} digits are accepted")
is_as_seen = shares[13] < 0.3 and shares[8] == shares[12] == shares[14] == 1
raise SystemExit(0 if is_as_seen and not is_valid_upc("4006381333931") else 1)
PYTHON
