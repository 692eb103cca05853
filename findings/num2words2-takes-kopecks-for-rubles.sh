#!/usr/bin/env bash
# num2words2 1.0.20 says that its output is compatible with num2words. num2words 0.5.14 takes an integer for the smallest unit of a
# currency, so programs that keep sums in kopecks pass them as they are. num2words2 takes it for rubles and writes a hundred times the
# sum. Without kopecks it also leaves out their part, which Russian documents have.
# Expected: the same words. Fails if both write them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check num2words==0.5.14 num2words2==1.0.20
"$folder/venv/bin/python" - <<'PYTHON'
from decimal import Decimal
from num2words import num2words
from num2words2 import num2words as num2words2

sums = [150_000, Decimal("1500.00"), Decimal("1500.01")]
words = [[write(amount, lang="ru", to="currency", currency="RUB") for write in (num2words, num2words2)] for amount in sums]
for amount, (one, other) in zip(sums, words):
    print(f"{amount!r}: num2words 0.5.14 {one!r}, num2words2 1.0.20 {other!r}")
right = "одна тысяча пятьсот рублей"
assert words[0] == [f"{right}, ноль копеек", "сто пятьдесят тысяч рублей"], words[0]
assert words[1] == [f"{right}, ноль копеек", right], words[1]
assert words[2][0] == words[2][1], words[2]
PYTHON
