#!/usr/bin/env bash
# words2floatrus, version 0.3.0 (PyPI), replaces Russian numbers in dictated text by digits. It takes every feminine ordinal after a number
# for a denominator, so "тридцать вторая коробка", box 32, is thirty halves, box 15, and the year 2026 in words is 336.6667. Its
# documentation says that ordinals are left alone. "Тысяч пять", about five thousand in spoken Russian, is 1005 and not 5000. A worker who
# dictates what is in which box fills another one, and nothing looks wrong. Cardinals and fractions, "две третьих", are right.
# Expected: 32, or the words as they were. Fails if one of the ordinals is so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check words2floatrus==0.3.0
"$folder/venv/bin/python" - <<'PYTHON'
from words2floatrus import Extractor

SEEN = {
    "тридцать вторая коробка": "15 коробка",
    "двадцать четвертая паллета": "5 паллета",
    "две тысячи двадцать шестой": "336.6667",
    "тысяч пять": "1005",
    "тридцать две коробки": "32 коробки",
}
seen = {text: Extractor().replace_groups(text) for text in SEEN}
for text, digits in seen.items():
    print(f"words2floatrus 0.3.0: {text} becomes {digits}")
raise SystemExit(seen != SEEN)
PYTHON
