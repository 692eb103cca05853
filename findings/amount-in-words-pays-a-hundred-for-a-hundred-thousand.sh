#!/usr/bin/env bash
# amount-in-words, version 1.0.1 (npm), writes sums for invoices in English. A sum of full hundreds of thousands loses its thousands: 100000 and
# 300000 dollars are "One Hundred Dollars" and "Three Hundred Dollars". Its cents are the digits after the point without their place: 0.50
# is "Five Cents" like 0.05, and 1001.10 ends with "One Cent". 21000 and 0.05 are right, so a short test passes.
# Expected: to-words 5.7.0 (npm) writes the thousands and the cents. Fails if one of them is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund amount-in-words@1.0.1 to-words@5.7.0
node - <<'NODE'
const { AmountToWords, CountryCodes } = require("amount-in-words");
const { ToWords } = require("to-words");

const right = new ToWords({ localeCode: "en-US", converterOptions: { currency: true } });
const sums = {
  21000: "Twenty One Thousand Dollars",
  0.05: "Zero Dollar And Five Cents",
  100000: "One Hundred Dollars",
  300000: "Three Hundred Dollars",
  0.5: "Zero Dollar And Five Cents",
  1001.1: "One Thousand One Dollars And One Cent",
};
let isSame = true;
for (const [sum, expected] of Object.entries(sums)) {
  const seen = new AmountToWords().toWords(Number(sum), CountryCodes.USA);
  isSame &&= seen === expected;
  console.log(`${sum}: amount-in-words 1.0.1 "${seen}"; to-words 5.7.0 "${right.convert(Number(sum))}"`);
}
process.exit(isSame ? 0 : 1);
NODE
