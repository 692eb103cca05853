#!/usr/bin/env bash
# simple-pinyin, version 4.0.0 (npm), spells Chinese in Latin letters and leaves out what is not in its table, which has simplified letters only
# and not all of them. A seller from Hong Kong or Taiwan, 陳先生, becomes "xian sheng" (a Mister without a name), 廣州 becomes "zhou", 義烏
# is an empty list, and the given name 赟 of a Chinese client vanishes. There is no error.
# Expected: pinyin-pro 3.29.4 (npm) spells all of them. Fails if a letter is spelled.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund simple-pinyin@4.0.0 pinyin-pro@3.29.4
node - <<'NODE'
const module_ = require("simple-pinyin");
const spell = module_.default ?? module_;
const { pinyin } = require("pinyin-pro");

const texts = { "陈先生": "chen xian sheng", "陳先生": "xian sheng", "廣州": "zhou", "義烏": "", "李赟": "li", "深圳市福田區": "shen zhen shi fu tian" };
let isSame = true;
for (const [text, expected] of Object.entries(texts)) {
  const seen = spell(text).join(" ");
  isSame &&= seen === expected;
  console.log(`${text}: simple-pinyin 4.0.0 "${seen}", pinyin-pro 3.29.4 "${pinyin(text, { toneType: "none" })}"`);
}
process.exit(isSame ? 0 : 1);
NODE
