#!/usr/bin/env bash
# word2number, version 1.1 (PyPI), reads numbers in English words, and leaves digits between them and the words after "point" out. Programs that
# write down speech mix both: "2 hundred thousand" is 100000, "1.5 million" is 1000000, and so is "half a million"; "two point five million"
# is 2. "two hundred thousand" and "forty two point zero five" are right, so a short test passes. There is no error.
# Expected: 200000 and 1500000, as text2digits 0.1.2 (PyPI) reads, or an error. Fails if one of them is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check word2number==1.1 text2digits==0.1.2
venv/bin/python -W ignore - <<'PYTHON'
from text2digits.text2digits import Text2Digits
from word2number.w2n import word_to_num

TEXTS = {
    "two hundred thousand": 200000,
    "forty two point zero five": 42.05,
    "2 hundred thousand": 100000,
    "1.5 million": 1000000,
    "half a million": 1000000,
    "two point five million": 2,
    "twelve boxes and three bags": 15,
}
seen = {text: word_to_num(text) for text in TEXTS}
for text, number in seen.items():
    print(f'"{text}": word2number 1.1 {number}, text2digits {Text2Digits().convert(text)}')
raise SystemExit(seen != TEXTS)
PYTHON
