#!/usr/bin/env bash
# number-to-words-ru, version 2.4.1 (npm), writes sums of Russian documents in words and takes numbers. JavaScript prints a number below
# 0.000001 with an exponent, and the package reads the digits before it: what floating-point arithmetic leaves of 0.1 + 0.2 - 0.3
# becomes five rubles and 55 kopecks. rubles, version 3.0.0, returns null for it.
# Expected: zero rubles. Fails if the sum is zero.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund number-to-words-ru@2.4.1 rubles@3.0.0
node - <<'NODE'
const { convert } = require("number-to-words-ru");
const { rubles } = require("rubles");
const rest = 0.1 + 0.2 - 0.3;
const owed = 100.1 - 100 - 0.1;
const written = [rest, owed, 0].map((sum) => convert(sum));
console.log(`number-to-words-ru 2.4.1: ${rest} is ${written[0]}, ${owed} is ${written[1]}, 0 is ${written[2]}`);
console.log(`rubles 3.0.0: ${rest} is ${rubles(rest)}, 1.15 is ${rubles(1.15)}`);
const expected = ["Пять рублей 55 копеек", "Минус пять рублей 69 копеек", "Ноль рублей 00 копеек"];
if (JSON.stringify(written) !== JSON.stringify(expected)) process.exit(1);
NODE
