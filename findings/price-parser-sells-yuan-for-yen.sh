#!/usr/bin/env bash
# price-parser, version 3.4.0 (npm), finds prices in texts and returns them "in smallest currency unit". The sign ¥ of Chinese shops is the
# yen for it, always, and the yen gets two decimals, which it has not: ¥ 1,299 is 129900, in a unit of which there are 1299. The sign as
# Chinese keyboards write it (￥) and prices with 元, ₸ and руб. are no prices, although it knows the codes CNY, KZT and RUB.
# Expected: CNY for ￥ and 元, or no currency; 1299 for yen. Fails if one of them is returned.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund price-parser@3.4.0
node - <<'NODE'
const { parseFirst } = require("price-parser");
const texts = ["1299.00 CNY", "¥ 1,299.00", "￥1299.00", "1299元", "12500 ₸", "1250,50 руб.", "1299 JPY"];
const seen = texts.map((text) => {
  const price = parseFirst(text);
  console.log(`price-parser 3.4.0: ${text}: ${price ? `${price.value} ${price.currencyCode}` : price}`);
  return price && `${price.value} ${price.currencyCode}`;
});
const expected = ["129900 cny", "129900 jpy", null, null, null, null, "129900 jpy"];
const units = new Intl.NumberFormat("en", { style: "currency", currency: "JPY" }).resolvedOptions().maximumFractionDigits;
console.log(`decimals of the yen in CLDR: ${units}`);
process.exit(JSON.stringify(seen) === JSON.stringify(expected) && units === 0 ? 0 : 1);
NODE
