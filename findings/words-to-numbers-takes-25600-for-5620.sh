#!/usr/bin/env bash
# words-to-numbers, version 1.5.1 (npm), reads numbers in English words, as bots get them from spoken messages. Tens and hundreds before a thousand
# come apart: "twenty five thousand six hundred" is 5620 instead of 25600, "two hundred fifty thousand" is 50200, and "one hundred twenty
# three thousand four hundred fifty six" is 3576. "twelve thousand three hundred" and "one hundred thousand" are right, so a short test
# passes. Expected: numbered 1.1.0 (npm) reads all of them. Fails if one of the wrong ones is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund words-to-numbers@1.5.1 numbered@1.1.0
node - <<'NODE'
const { wordsToNumbers } = require("words-to-numbers");
const { parse } = require("numbered");

const texts = {
  "one hundred thousand": [100000, 100000],
  "twelve thousand three hundred forty five": [12345, 12345],
  "twenty five thousand six hundred": [25600, 5620],
  "two hundred fifty thousand": [250000, 50200],
  "one hundred five thousand": [105000, 5100],
  "one hundred twenty three thousand four hundred fifty six": [123456, 3576],
};
let isSame = true;
for (const [text, [right, expected]] of Object.entries(texts)) {
  const seen = wordsToNumbers(text);
  isSame &&= seen === expected && parse(text) === right;
  console.log(`"${text}": words-to-numbers 1.5.1 ${seen}, numbered 1.1.0 ${parse(text)}`);
}
process.exit(isSame ? 0 : 1);
NODE
