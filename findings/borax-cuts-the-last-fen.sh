#!/usr/bin/env bash
# borax 4.1.3 (PyPI) writes sums in the Chinese words of invoices. It cuts digits after the fen instead of rounding, and a sum of floats is often a
# hair below: 12.70 + 3.20 yuan are 15.899999999999999, and the words say 15.89, a fen less than the figures beside them. 99.996 yuan of a
# computed price are 99.99. Words and figures of one invoice differ, and in China the words bind.
# cn2an 0.5.24 (PyPI) writes the sum rounded as the figures are. Expected: 壹拾伍元玖角. Fails if the fen is kept.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check borax==4.1.3 cn2an==0.5.24
"$folder/venv/bin/python" - <<'PYTHON'
import cn2an
from borax.numbers import FinanceNumbers

SUMS = [12.70 + 3.20, 3.333 * 30.002, 15.89]
words = [FinanceNumbers.to_capital_str(amount) for amount in SUMS]
right = [cn2an.an2cn(f"{amount:.2f}".rstrip("0").rstrip("."), "rmb") for amount in SUMS]
for amount, word, other in zip(SUMS, words, right):
    print(f"{amount:.2f} yuan: borax 4.1.3 writes {word}, cn2an 0.5.24 writes {other}")
seen = ["壹拾伍元捌角玖分", "玖拾玖元玖角玖分", "壹拾伍元捌角玖分"]
raise SystemExit((words, right) != (seen, ["壹拾伍元玖角", "壹佰元整", "壹拾伍元捌角玖分"]))
PYTHON
