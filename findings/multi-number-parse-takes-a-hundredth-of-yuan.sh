#!/usr/bin/env bash
# multi-number-parse version 1.1.0 (npm) reads numbers "in any valid format". A sign before the number that is no digit counts as a separator: ¥88 is 0.88,
# and ¥1234 is 0.1234, the price of a Chinese shop page a hundredth or a ten thousandth of what it is. With fen, ¥88.50 is NaN, so only
# round prices are read, and wrong.
# parse-price 1.1.8 (npm) reads the prices. Expected: 88. Fails if it is read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund multi-number-parse@1.1.0 parse-price@1.1.8
cat >read.js <<'JS'
const parse = require("multi-number-parse").default;
const parsePrice = require("parse-price");
for (const text of ["¥88", "¥1234", "¥88.50", "88元"]) console.log(`${text}: ${parse(text)}, ${parsePrice(text)}`);
JS
seen=$(node read.js)
echo "multi-number-parse 1.1.0, parse-price 1.1.8:"
echo "$seen"
diff <(echo "$seen") - <<'SEEN'
¥88: 0.88, 88
¥1234: 0.1234, 1234
¥88.50: NaN, 88.5
88元: 88, 88
SEEN
