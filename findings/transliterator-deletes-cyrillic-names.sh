#!/usr/bin/env bash
# transliterator, version 0.1.0 (npm), is described as a program for texts "that contain cyrillic characters", and has no letter of the Russian
# alphabet in its table: a letter that it does not know is left out. The recipient Юлия Щукина becomes one space, "Jack и Co" becomes
# "Jack  Co", and a label with a Latin alphabet has no name at all. There is no error. Letters with marks (é, ź) are written right.
# Expected: Iuliia Shchukina (ICAO 9303), as iuliia 0.8.2 (npm) writes. Fails if a letter is left.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund transliterator@0.1.0 iuliia@0.8.2
node - <<'NODE'
const transliterator = require("transliterator");
const iuliia = require("iuliia");

const names = { "Юлия Щукина": " ", "Москва, ул. Лесная, 5": ", . , 5", "Jack и Co": "Jack  Co", "Zoé Źródło": "Zoe Zrodlo" };
let isSame = true;
for (const [name, expected] of Object.entries(names)) {
  const seen = transliterator(name);
  isSame &&= seen === expected;
  console.log(`"${name}": transliterator 0.1.0 "${seen}", iuliia 0.8.2 "${iuliia.translate(name, iuliia.ICAO_DOC_9303)}"`);
}
process.exit(isSame ? 0 : 1);
NODE
