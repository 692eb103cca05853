#!/usr/bin/env bash
# jionlp 1.5.31 (PyPI) has a reader of sums of money, `parse_money`, and calls its results accurate. In the short forms that people use
# for prices, the last digit has the unit below the one before it: 一万二 is 12,000 yuan. It reads 10,002, 2005 for 两千五, and for 3万8, which
# is 38,000, even 60,016. Long forms and units of coins, 三块八毛五, are right. cn2an 0.5.24 (PyPI) reads the short forms.
# Expected: 12000, 2500 and 38000, or an error. Fails if one of them is read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check jionlp==1.5.31 cn2an==0.5.24
"$folder/venv/bin/python" - <<'PYTHON'
import cn2an
import jionlp

short = {text: (jionlp.parse_money(text), cn2an.cn2an(text, "smart")) for text in ("一万二", "两千五", "3万8")}
for text, (money, number) in short.items():
    print(f"{text}: jionlp 1.5.31 {money['num']} ({money['definition']}), cn2an 0.5.24 {number}")
assert [money["num"] for money, _ in short.values()] == ["10002.00", "2005.00", "60016.00"]
assert {money["definition"] for money, _ in short.values()} == {"accurate"}
assert [number for _, number in short.values()] == [12000, 2500, 38000]
assert jionlp.parse_money("三块八毛五")["num"] == "3.85"
assert jionlp.parse_money("一万两千元")["num"] == "12000.00"
PYTHON
