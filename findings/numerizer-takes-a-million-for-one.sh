#!/usr/bin/env bash
# numerizer, version 0.0.4 (npm), turns numbers in English words into digits, in texts that clients dictate or type. A word for thousands behind a
# decimal number is written as zeros at its end: "1.5 million" becomes 1.5000000, which every program reads as 1.5, "2.5 thousand yuan" is
# 2.5 yuan, and "twenty two and a half thousand" is 22.5. "half a million" becomes the text "<frac>2 aNaN". There is no error.
# "2 hundred thousand" is right, so a short test passes. Expected: 1500000, as words of whole numbers give.
# Fails if one of them is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund numerizer@0.0.4
node - <<'NODE'
const module_ = require("numerizer");
const numerize = module_.default ?? module_;

const texts = {
  "2 hundred thousand": ["200000", 200000],
  "one million five hundred thousand": ["1500000", 1500000],
  "1.5 million": ["1.5000000", 1.5],
  "2.5 thousand": ["2.5000", 2.5],
  "twenty two and a half thousand": ["22.5000", 22.5],
  "half a million": ["<frac>2 aNaN", NaN],
};
let isSame = true;
for (const [text, [expected, number]] of Object.entries(texts)) {
  const seen = numerize(text);
  isSame &&= seen === expected && Object.is(Number.parseFloat(seen), number);
  console.log(`"${text}": numerizer 0.0.4 "${seen}", which is ${Number.parseFloat(seen)}`);
}
process.exit(isSame ? 0 : 1);
NODE
