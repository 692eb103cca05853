#!/usr/bin/env bash
# chinese-converter, version 1.1.1 (PyPI), turns traditional letters into simplified ones, one by one. It changes 著 always, which stays in 著名
# (famous) and 顯著, so a title becomes "着名品牌", which is misspelled. The forms of Hong Kong are left as they are: 裏, 綫,
# 牀, 羣 (inside, line, bed, group). A search on 1688 for the words of a seller from Hong Kong finds nothing.
# Expected: opencc-js 1.4.2 (npm) writes 著名品牌, 鞋里, 红线, 床 and 群. Fails if one of them is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check chinese-converter==1.1.1
venv/bin/python -W ignore - <<'PYTHON'
from chinese_converter import to_simplified

TEXTS = {"著名品牌": "着名品牌", "鞋裏": "鞋裏", "紅綫": "红綫", "牀": "牀", "羣": "羣", "鞋子後面": "鞋子后面"}
seen = {text: to_simplified(text) for text in TEXTS}
print("chinese-converter 1.1.1:", seen)
raise SystemExit(seen != TEXTS)
PYTHON
npm init -y >/dev/null
npm install --silent --no-audit --no-fund opencc-js@1.4.2
node - <<'NODE'
const { Converter } = require("opencc-js");

const convert = Converter({ from: "hk", to: "cn" });
const seen = ["著名品牌", "鞋裏", "紅綫", "牀", "羣", "鞋子後面"].map((text) => convert(text));
console.log("opencc-js 1.4.2:", seen.join(", "));
process.exit(seen.join() === "著名品牌,鞋里,红线,床,群,鞋子后面" ? 0 : 1);
NODE
