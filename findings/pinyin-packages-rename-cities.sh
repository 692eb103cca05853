#!/usr/bin/env bash
# js-pinyin 0.2.7 (npm) and xpinyin 0.7.7 (PyPI) write Chinese in Latin letters, for labels and customs papers, with one reading for each letter.
# Cities that use another one are renamed: Chongqing is Zhongqing, Xiamen Shamen (xpinyin), Panyu, where many warehouses are, Fanyu.
# pinyin-pro 3.29.4 (npm) knows words and these three, but writes Leqing for Yueqing, and like js-pinyin Huichun for Hunchun, a border
# crossing to Russia. No carrier knows the names, and there is no error.
# pypinyin 0.55.0 (PyPI) writes four of the five. Expected: Chongqing and Yueqing. Fails if a package renames no city of the list.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check xpinyin==0.7.7 pypinyin==0.55.0
npm init -y >/dev/null
npm install --silent --no-audit --no-fund js-pinyin@0.2.7 pinyin-pro@3.29.4
cities=(重庆 厦门 番禺 乐清 珲春 广州)
cat >cities.mjs <<'JS'
import { createRequire } from "node:module";
import { pinyin } from "pinyin-pro";
const loaded = createRequire(import.meta.url)("js-pinyin");
const js = loaded.default ?? loaded;
const cities = process.argv.slice(2);
console.log("js-pinyin 0.2.7:", ...cities.map((city) => js.getFullChars(city)));
console.log("pinyin-pro 3.29.4:", ...cities.map((city) => pinyin(city, { toneType: "none", separator: "" })));
JS
cat >cities.py <<'PYTHON'
import sys

from pypinyin import lazy_pinyin
from xpinyin import Pinyin

print("xpinyin 0.7.7:", *(Pinyin().get_pinyin(city, "") for city in sys.argv[1:]))
print("pypinyin 0.55.0:", *("".join(lazy_pinyin(city)) for city in sys.argv[1:]))
PYTHON
seen=$(node cities.mjs "${cities[@]}" && venv/bin/python cities.py "${cities[@]}")
echo "${cities[*]}"
echo "$seen"
diff <(echo "$seen") - <<'SEEN'
js-pinyin 0.2.7: ZhongQing XiaMen FanYu LeQing HuiChun GuangZhou
pinyin-pro 3.29.4: chongqing xiamen panyu leqing huichun guangzhou
xpinyin 0.7.7: zhongqing shamen fanyu leqing hunchun guangzhou
pypinyin 0.55.0: chongqing xiamen panyu yueqing huichun guangzhou
SEEN
