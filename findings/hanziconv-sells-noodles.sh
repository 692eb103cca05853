#!/usr/bin/env bash
# hanziconv 0.3.2 (PyPI) turns simplified Chinese into traditional letter by letter, with one letter for each. Goods for Hong Kong and Taiwan get
# other names: a face mask (面膜) is a mask of noodles (麵膜), hair (头发) is 頭發, and Taiwan in an address is 颱灣, from "typhoon". Back,
# 著名 (famous) becomes 着名, which is no word. There is no error.
# zhconv 1.4.3 (PyPI) and opencc-js 1.4.2 (npm) know the words. Expected: 面膜. Fails if it is written.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check hanziconv==0.3.2 zhconv==1.4.3
npm init -y >/dev/null
npm install --silent --no-audit --no-fund opencc-js@1.4.2
words=(面膜 头发 台湾 只有 复杂)
cat >convert.py <<'PYTHON'
import sys

from hanziconv import HanziConv
from zhconv import convert

for word in sys.argv[1:]:
    print(word, HanziConv.toTraditional(word), convert(word, "zh-hant"))
print("著名", HanziConv.toSimplified("著名"), convert("著名", "zh-cn"))
PYTHON
seen=$(venv/bin/python -W ignore convert.py "${words[@]}")
right=$(node -e 'const { Converter } = require("opencc-js"); const convert = Converter({ from: "cn", to: "t" });
console.log(...process.argv.slice(1).map((word) => convert(word)))' "${words[@]}")
echo "the word, hanziconv 0.3.2, zhconv 1.4.3:"
echo "$seen"
echo "opencc-js 1.4.2: $right"
diff <(echo "$seen") - <<'SEEN'
面膜 麵膜 面膜
头发 頭發 頭髮
台湾 颱灣 臺灣
只有 隻有 只有
复杂 復雜 複雜
著名 着名 著名
SEEN
[[ "$right" == "面膜 頭髮 "* && "$right" == *" 只有 複雜" ]]
