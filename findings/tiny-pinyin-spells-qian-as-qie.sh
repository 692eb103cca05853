#!/usr/bin/env bash
# tiny-pinyin, version 1.3.2 (npm), writes Chinese names in Latin letters for waybills. It compares letters with borders of syllables in the
# order of `Intl.Collator`, which has changed since (seen: Node 20, ICU 78.2). 钱 and 强 become QIE and 娜 becomes MU: Mr. Qian is Mr. Qie on
# the label, which fits no passport. None of these letters has such a reading. pinyin-pro 3.29.4 (npm) knows all of them.
# Expected: QIAN, QIANG and NA. Fails if one of them is written.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund tiny-pinyin@1.3.2 pinyin-pro@3.29.4
node - <<'NODE'
const { convertToPinyin, isSupported } = require("tiny-pinyin");
const { pinyin } = require("pinyin-pro");
const seen = [];
const right = [];
for (const letter of ["王", "钱", "强", "娜"]) {
  seen.push(convertToPinyin(letter));
  right.push(pinyin(letter, { toneType: "none" }).toUpperCase());
  console.log(`${letter}: tiny-pinyin 1.3.2 ${seen.at(-1)}, pinyin-pro 3.29.4 ${right.at(-1)}`);
}
console.log(`tiny-pinyin 1.3.2 says that it is supported: ${isSupported()}`);
const isAsSeen = String(seen) === "WANG,QIE,QIE,MU" && String(right) === "WANG,QIAN,QIANG,NA" && isSupported();
process.exit(isAsSeen ? 0 : 1);
NODE
