#!/usr/bin/env bash
# to-words 5.7.0 (npm) writes sums in words of 135 languages. In Chinese it leaves the zero in the middle out: 105 yuan are "百五元整", and
# 百五, or 一百五, is what people say for 150; 1005 is "千五", 1500, and 10005 is "万五", 15000. Contracts and receipts for suppliers
# show the words as the binding sum. Half a yuan is "五十分" instead of "五角".
# cn2an 0.5.24 (PyPI) reads the words back. Expected: the same sums. Fails if they come back.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check cn2an==0.5.24
npm init -y >/dev/null
npm install --silent --no-audit --no-fund to-words@5.7.0
cat >words.js <<'JS'
const { ToWords } = require("to-words");
const chinese = new ToWords({ localeCode: "zh-CN" });
for (const sum of process.argv.slice(2)) console.log(chinese.convert(Number(sum)).replaceAll(" ", ""));
console.error(`to-words 5.7.0: 105.50 yuan are ${chinese.convert(105.5, { currency: true })}`);
JS
sums=(105 1005 10005 2006 125)
mapfile -t words < <(node words.js "${sums[@]}")
venv/bin/python - "${#sums[@]}" "${sums[@]}" "${words[@]}" <<'PYTHON'
import sys

import cn2an

count = int(sys.argv[1])
sums, words = sys.argv[2 : 2 + count], sys.argv[2 + count :]
# A number begins with 一 for the reader; the words of to-words leave it out.
read = [cn2an.cn2an(word if word[0] in "二三四五六七八九" else f"一{word}", "smart") for word in words]
for amount, word, back in zip(sums, words, read):
    print(f"to-words 5.7.0 writes {amount} as {word}, and cn2an 0.5.24 reads {back}, right is {cn2an.an2cn(amount)}")
raise SystemExit(read != [150, 1500, 15000, 2600, 125])
PYTHON
