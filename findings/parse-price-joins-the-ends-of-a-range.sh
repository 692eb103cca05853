#!/usr/bin/env bash
# parse-price version 1.1.8 and parse-money 1.0.12 (npm) read prices from texts. Shops of 1688 show a range for goods with variants, ¥12.5-15.8, and the
# packages write the digits of both ends behind each other: 12.515 with the one and 125158 with the other; 100-200 is 100200, and
# "от 1 200 до 1 500 ₽" is 12001500. There is no error, and 12.515 looks like a price.
# number-parsing 0.3.2 (npm) reads the first end. Expected: 12.5, both ends, or nothing. Fails if a range is read in another way.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund parse-price@1.1.8 parse-money@1.0.12 number-parsing@0.3.2
cat >ranges.js <<'JS'
const parsePrice = require("parse-price");
const parseMoney = require("parse-money").default;
const numbers = require("number-parsing");
const first = numbers.default ?? numbers.parse ?? Object.values(numbers)[0] ?? numbers;
for (const text of ["¥12.5-15.8", "100-200", "от 1 200 до 1 500 ₽", "¥12.5"]) {
  console.log(`${text}: ${parsePrice(text)}, ${parseMoney(text).amount}, ${first(text)}`);
}
JS
seen=$(node ranges.js)
echo "parse-price 1.1.8, parse-money 1.0.12, number-parsing 0.3.2:"
echo "$seen"
diff <(echo "$seen") - <<'SEEN'
¥12.5-15.8: 12.515, 125158, 12.5
100-200: 100200, 100200, 100
от 1 200 до 1 500 ₽: 12001500, 12001500, 1200
¥12.5: 12.5, 12.5, 12.5
SEEN
