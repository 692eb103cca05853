#!/usr/bin/env bash
# A Chinese seller says a range with two digits side by side: 三五天 is three to five days, 七八百件 is 700 to 800 pieces. In a sentence,
# cn2an 0.5.24 and chinese2digits 6.0.2 join the digits: 35 days, and 7800 pieces in chinese2digits. The short form 3万8 of 38,000, which
# cn2an reads, becomes 300008 in chinese2digits.
# Expected: the words as they were, or both ends of the range; 38000. Fails if one of them changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check cn2an==0.5.24 chinese2digits==6.0.2
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import chinese2digits
import cn2an


def read(text):
    return cn2an.transform(text), chinese2digits.takeNumberFromString(text)["replacedText"]


seen = {text: read(text) for text in ("三五天发货", "七八百件", "五百件", "3万8")}
for text, (one, other) in seen.items():
    print(f"{text}: cn2an 0.5.24 {one}, chinese2digits 6.0.2 {other}")
print("3万8 alone: cn2an", cn2an.cn2an("3万8", "smart"))
assert seen["三五天发货"] == ("35天发货", "35天发货")
assert seen["七八百件"] == ("七八百件", "7800件")
assert seen["五百件"] == ("500件", "500件")
assert seen["3万8"][1] == "300008" and cn2an.cn2an("3万8", "smart") == 38000
PYTHON
