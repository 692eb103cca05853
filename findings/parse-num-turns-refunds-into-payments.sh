#!/usr/bin/env bash
# parse-num, version 1.0.0 (npm), reads formatted numbers, and reads losses as gains: in the accounting format of spreadsheets and of
# `Intl.NumberFormat` a negative sum stands in brackets, and some programs write the minus of Unicode (U+2212) like money-formatter 0.1.4
# (npm). Both become positive, so a refund of 1250.50 yuan is a payment. "1 1/2" kilograms are 112, "2½" are 2. A hyphen is right,
# so a short test passes. Expected: -1250.5, as accounting 0.4.1 (npm) reads the brackets, or NaN. Fails if one is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund parse-num@1.0.0 accounting@0.4.1 money-formatter@0.1.4
node - <<'NODE'
const module_ = require("parse-num");
const parseNum = module_.default ?? module_;
const accounting = require("accounting");
const moneyFormatter = require("money-formatter");

const brackets = new Intl.NumberFormat("en-US", { style: "currency", currency: "CNY", currencySign: "accounting" }).format(-1250.5);
const minus = moneyFormatter.format("USD", -1250.5);
const texts = { "-1,250.50": -1250.5, [brackets]: 1250.5, [minus]: 1250.5, "1 1/2": 112, "2½": 2 };
let isSame = brackets.startsWith("(") && minus.startsWith("\u2212");
for (const [text, expected] of Object.entries(texts)) {
  const seen = parseNum(text);
  isSame &&= seen === expected;
  console.log(`${text}: parse-num 1.0.0 ${seen}, accounting 0.4.1 ${accounting.unformat(text)}`);
}
process.exit(isSame ? 0 : 1);
NODE
