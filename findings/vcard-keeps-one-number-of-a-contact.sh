#!/usr/bin/env bash
# vcard, version 0.1.0 (npm), reads a contact as an object with one place for each field. Of two phone numbers only the first is left, though the
# format repeats the line for each (RFC 2426, section 3.3.1): a client with a Russian and a Chinese number loses the one that the warehouse
# calls. The addresses of work and home are one too. There is no error.
# Expected: both numbers, which vcf 2.1.2 (npm) has. Fails if vcard has both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund vcard@0.1.0 vcf@2.1.2
node - <<'NODE'
const VCard = require("vcard");
const vcf = require("vcf");

const NUMBERS = ["+79990000000", "+8613800000000"];
const lines = ["BEGIN:VCARD", "VERSION:3.0", "N:Ivanov;Ivan;;;", "FN:Ivan Ivanov"];
lines.push(`TEL;TYPE=cell:${NUMBERS[0]}`, `TEL;TYPE=work:${NUMBERS[1]}`, "END:VCARD");
const text = lines.join("\r\n") + "\r\n";
const right = vcf.parse(text)[0].get("tel").map((number) => number.valueOf());
console.debug = console.log;
console.log = () => {}; // The package prints each card.
new VCard().readData(text, (problem, card) => {
  const isLost = problem === null && JSON.stringify(card).includes(NUMBERS[0]) && !JSON.stringify(card).includes(NUMBERS[1]);
  console.debug(`vcard 0.1.0: error ${problem}, TEL ${JSON.stringify(card.TEL)}; vcf 2.1.2: ${right.join(", ")}`);
  process.exit(isLost && right.join() === NUMBERS.join() ? 0 : 1);
});
NODE
