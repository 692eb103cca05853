#!/usr/bin/env bash
# nzh 1.0.14 (npm) reads Chinese numbers and does not know 两, the two that people say before hundreds, thousands and tens of thousands.
# It skips the letter together with its unit: 两百 becomes 0, 两千五百 becomes 500. There is no error, and 二百 is right.
# cn2an 0.5.24 (PyPI) reads both. Expected: 200 and 2500, or an error. Fails if nzh reads 两.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check cn2an==0.5.24
npm init -y >/dev/null
npm install --silent --no-audit --no-fund nzh@1.0.14
words=(两百 两千五百 三千两百 两万 二百)
nzh=$(node -e 'const { cn } = require("nzh"); console.log(process.argv.slice(1).map((word) => cn.decodeS(word)).join(" "))' "${words[@]}")
cn2an=$(venv/bin/python -c 'import sys, cn2an; print(*[cn2an.cn2an(word, "smart") for word in sys.argv[1:]])' "${words[@]}")
echo "${words[*]}: nzh 1.0.14 reads $nzh, cn2an 0.5.24 reads $cn2an"
[ "$nzh" = "0 500 3000 0 200" ]
[ "$cn2an" = "200 2500 3200 20000 200" ]
