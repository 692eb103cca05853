#!/usr/bin/env bash
# rmbtrans, version 0.1.0 (PyPI), reads the Chinese words of sums on invoices and receipts. It knows the ten only with a digit before it:
# 壹拾伍元 is 15 yuan. People write 拾伍元 for the same sum, and that is 5 yuan; 拾元 is nothing at all, 壹仟零拾伍元 is 1005. The rest of the
# sum is right, so the figure looks like a sum. Above ten thousand, 拾贰万元 ends with a KeyError.
# cn2an 0.5.24 (PyPI) reads 15. Expected: 15 and 10. Fails if one of them is read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check rmbtrans==0.1.0 cn2an==0.5.24
"$folder/venv/bin/python" - <<'PYTHON'
import rmbTrans
from cn2an import cn2an

SEEN = {"拾伍元整": (5, 15), "拾元整": (0, 10), "壹拾伍元整": (15, 15)}
seen = {words: (rmbTrans.trans(words), cn2an(words.removesuffix("元整"), "smart")) for words in SEEN}
for words, (first, second) in seen.items():
    print(f"{words}: rmbtrans 0.1.0 reads {first}, cn2an 0.5.24 reads {second}")
raise SystemExit(seen != SEEN)
PYTHON
