#!/usr/bin/env bash
# transliteration.cyr, version 1.0.5 (npm), says "Russian and Ukrainian words", and has one table, that of Ukraine: the Russian letter "и" becomes
# "y" and "ы" the same "y". So Ирина is "Yryna" and Никита "Nykyta" on an invoice, and the passport has Irina and Nikita: the customs refuse a
# parcel whose recipient differs. Быков and Биков become one man. translitit-cyrillic-russian-to-latin 0.1.1 (npm) has it in its name.
# Expected: the names of the passports (ICAO 9303), which iuliia 0.8.2 (npm) writes. Fails if one is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund transliteration.cyr@1.0.5 translitit-cyrillic-russian-to-latin@0.1.1 iuliia@0.8.2
node - <<'NODE'
const first = require("transliteration.cyr").transliterate;
const second = require("translitit-cyrillic-russian-to-latin");
const iuliia = require("iuliia");

const names = { "Ирина": "Yryna", "Никита": "Nykyta", "Биков": "Bykov", "Быков": "Bykov" };
let isSame = true;
for (const [name, expected] of Object.entries(names)) {
  const right = iuliia.translate(name, iuliia.ICAO_DOC_9303);
  isSame &&= first(name) === expected && second(name) === expected;
  console.log(`${name}: transliteration.cyr 1.0.5 ${first(name)}, translitit 0.1.1 ${second(name)}, passport ${right}`);
}
process.exit(isSame ? 0 : 1);
NODE
