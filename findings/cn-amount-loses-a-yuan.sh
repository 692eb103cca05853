#!/usr/bin/env bash
# cn-amount 0.0.5 (PyPI) writes sums in the Chinese words of invoices and receipts. It rounds the fen, but cuts the yuan: a computed price
# of 99.996 has 00 fen of the next yuan and 99 yuan of the one before, so a whole yuan is lost. A refund of 250.50 yuan is "伍角",
# fifty fen, because sums below zero have no yuan. There is no error.
# cn2an 0.5.24 (PyPI) writes the rounded sum and the minus. Expected: 壹佰元整. Fails if the yuan is kept.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check cn-amount==0.0.5 cn2an==0.5.24
"$folder/venv/bin/python" - <<'PYTHON'
import cn2an
from cn_amount import CNAmount

# 3.333 kg at 30.002 yuan, 12.5 pieces at 159.9998 yuan, a refund, and a sum without a remainder.
SUMS = [3.333 * 30.002, 12.5 * 159.9998, -250.50, 99.99]
SEEN = ["玖拾玖元整", "壹仟玖佰玖拾玖元整", "伍角", "玖拾玖元玖角玖分"]
RIGHT = ["壹佰元整", "贰仟元整", "负贰佰伍拾元伍角", "玖拾玖元玖角玖分"]
words = [CNAmount().amount_to_chinese(amount) for amount in SUMS]
other = [cn2an.an2cn(round(amount, 2), "rmb") for amount in SUMS]
for amount, word, right in zip(SUMS, words, other):
    print(f"{amount:.4f} yuan: cn-amount 0.0.5 writes {word}, cn2an 0.5.24 writes {right}")
raise SystemExit((words, other) != (SEEN, RIGHT))
PYTHON
