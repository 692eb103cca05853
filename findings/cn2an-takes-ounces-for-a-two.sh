#!/usr/bin/env bash
# cn2an 0.5.24 (PyPI) replaces the Chinese numbers in a text. 两 is a number, two, and a weight, the tenth of a jin (50 g), and after a number it can
# only be the weight. The package reads it as another two: 三斤二两, 1.6 kg, becomes 3斤22, and 二两茶叶, 100 g of tea, becomes
# 22茶叶. The unit is gone, so nothing shows that the 22 was a weight. There is no error.
# GB/T 17295 lists 两 as a unit of weight; chinese2digits 6.0.2 (PyPI) keeps it. Expected: 3斤2两. Fails if the unit is kept.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check cn2an==0.5.24 chinese2digits==6.0.2
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import chinese2digits
import cn2an

SEEN = {"三斤二两": ("3斤22", "3斤2两"), "二两茶叶": ("22茶叶", "2两茶叶"), "净重五两": ("净重52", "净重5两"), "二斤茶叶": ("2斤茶叶", "2斤茶叶")}
read = {}
for text in SEEN:
    read[text] = (cn2an.transform(text, "cn2an"), chinese2digits.takeNumberFromString(text)["replacedText"])
    print(f"{text}: cn2an 0.5.24 writes {read[text][0]}, chinese2digits 6.0.2 writes {read[text][1]}")
raise SystemExit(read != SEEN)
PYTHON
