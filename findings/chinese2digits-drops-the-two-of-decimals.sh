#!/usr/bin/env bash
# chinese2digits 6.0.2 (PyPI) finds Chinese numbers in texts. A weight of 两点五公斤, 2.5 kg as people say and write it, is read as 0.5: the two is left in the
# text and the number begins at the point. 二点五 is right, and 两百 too, so it shows only in weights and lengths that people dictate.
# cn2an 0.5.24 (PyPI) reads 2.5. Expected: 2.5. Fails if 两点五 is 2.5.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check chinese2digits==6.0.2 cn2an==0.5.24
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import chinese2digits
import cn2an

SEEN = {"两点五公斤": "0.5", "两点二五米": "0.25", "二点五公斤": "2.5", "两百公斤": "200"}
RIGHT = {"两点五公斤": "2.5公斤", "两点二五米": "2.25米", "二点五公斤": "2.5公斤", "两百公斤": "200公斤"}
read = {text: chinese2digits.takeNumberFromString(text)["digitsStringList"] for text in SEEN}
right = {text: cn2an.transform(text, "cn2an") for text in SEEN}
for text in SEEN:
    print(f"{text}: chinese2digits 6.0.2 reads {read[text]}, cn2an 0.5.24 writes {right[text]}")
raise SystemExit(read != {text: [number] for text, number in SEEN.items()} or right != RIGHT)
PYTHON
