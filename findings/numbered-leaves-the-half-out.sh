#!/usr/bin/env bash
# numbered, version 1.1.0 (npm), reads numbers in English words and leaves every word out that it does not know. "two and a half" kilograms are 2,
# "half" is 0, "minus five" is 5, and "twelve boxes and three bags" are 15. A client who dictates a weight pays for a half less, and
# lots of different goods become one number. There is no error and no note of the words that were left out.
# Expected: 2.5, or a refusal: words-to-numbers 1.5.1 (npm) leaves "2 and 1 half" in the text. Fails if one is right or refused.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund numbered@1.1.0 words-to-numbers@1.5.1
node - <<'NODE'
const { parse } = require("numbered");
const { wordsToNumbers } = require("words-to-numbers");

const texts = { "two and a half": 2, "half": 0, "minus five": 5, "twelve boxes and three bags": 15, "ten or twelve": 1012, "one point five": 1.5 };
let isSame = true;
for (const [text, expected] of Object.entries(texts)) {
  const seen = parse(text);
  isSame &&= seen === expected;
  console.log(`"${text}": numbered 1.1.0 ${seen}, words-to-numbers 1.5.1 ${JSON.stringify(wordsToNumbers(text))}`);
}
process.exit(isSame ? 0 : 1);
NODE
