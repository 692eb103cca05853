#!/usr/bin/env bash
# numcn 0.1.0 (PyPI) reads Chinese numbers. It skips 两, the two of prices and quantities, and takes the hundred behind it as one: 两百 is 100 and
# 两千五百 is 1500, plausible numbers, where other readers answer 0 or an error. In 三万亿 it multiplies only the first unit, and
# 一百二, the spoken 120, is 102. There is no error.
# cn2an 0.5.24 (PyPI) reads them all. Expected: 200. Fails if 两百 is 200.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check numcn==0.1.0 cn2an==0.5.24
"$folder/venv/bin/python" - <<'PYTHON'
import cn2an
import numcn

SEEN = {"两百": (100, 200), "两千五百": (1500, 2500), "两万": (0, 20000), "一百二": (102, 120), "三万亿": (30000, 3 * 10**12)}
read = {word: (numcn.ctn(word), cn2an.cn2an(word, "smart")) for word in [*SEEN, "二百"]}
for word, (ours, right) in read.items():
    print(f"{word}: numcn 0.1.0 reads {ours}, cn2an 0.5.24 reads {right}")
raise SystemExit(read != SEEN | {"二百": (200, 200)})
PYTHON
