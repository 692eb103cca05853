#!/usr/bin/env bash
# sulguk, version 0.12.0 (PyPI), turns HTML into messages of Telegram. It reads the attribute `start` of a numbered list, has it in the
# example of its own documentation, and counts from 1 all the same: the second message of a long list of goods begins with 1 again, and a
# client who answers "number 12" gets another pair of shoes. A reversed list ends at 0, and `value` of an entry is right.
# HTML Standard, 4.4.5: `start` is the first number, and without it a reversed list counts down from the number of its entries to 1.
# Expected: 11 and 12, and 3, 2, 1. Fails if one of the lists has its numbers.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check sulguk==0.12.0
"$folder/venv/bin/python" - <<'PYTHON'
from sulguk import transform_html

LISTS = {
    '<ol start="11"><li>Size 41</li><li>Size 42</li></ol>': "1. Size 41\n2. Size 42\n",
    "<ol reversed><li>Size 40</li><li>Size 41</li><li>Size 42</li></ol>": "2. Size 40\n1. Size 41\n0. Size 42\n",
    '<ol><li value="11">Size 41</li><li>Size 42</li></ol>': "11. Size 41\n12. Size 42\n",
}
seen = {source: transform_html(source).text for source in LISTS}
for source, text in seen.items():
    print(f"sulguk 0.12.0: {source} becomes {text!r}")
raise SystemExit(seen != LISTS)
PYTHON
