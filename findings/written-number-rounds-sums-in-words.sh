#!/usr/bin/env bash
# written-number, version 0.11.1 (npm), writes numbers in words in many languages, Russian among them, and rounds them to whole ones without a
# word of it in its description: an invoice of 1249.50 rubles is "одна тысяча двести пятьдесят", one of 0.40 is "ноль", and 1.5 kg are
# "два". The invoice says one sum in digits and another in words, and the bank or the accountant asks which of them is meant.
# Expected: the kopecks or an error; decimal-number-to-words 1.3.3 (npm) has them. Fails if they are written.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund written-number@0.11.1 decimal-number-to-words@1.3.3
node - <<'NODE'
const writtenNumber = require("written-number");
const { toWords } = require("decimal-number-to-words");

const sums = { 1249.5: ["одна тысяча двести пятьдесят", "one thousand two hundred and fifty"], 0.4: ["ноль", "zero"], 1.5: ["два", "two"] };
let isSame = true;
for (const [sum, expected] of Object.entries(sums)) {
  const seen = ["ru", "en"].map((lang) => writtenNumber(Number(sum), { lang }));
  isSame &&= seen.join() === expected.join();
  console.log(`${sum}: written-number 0.11.1 "${seen.join('", "')}"; decimal-number-to-words 1.3.3 "${toWords(Number(sum))}"`);
}
process.exit(isSame ? 0 : 1);
NODE
