#!/usr/bin/env bash
# gs1js, version 0.0.2 (npm), reads GS1 codes of goods and cartons. Of identifiers with three and four digits it takes the first two for
# the identifier and the others for the start of the value: the gross weight of a carton, 3302 with two decimals and 001250, becomes
# identifier 33 with the value 02001250, and 240, the maker's number of the goods, becomes 24. The same two digits stand for volumes, areas
# and pounds. gs1-barcode-parser-mod 1.2.1 reads 12.5 kg.
# Expected: the identifiers 3302 and 240. Fails if one of them is found.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund gs1js@0.0.2 gs1-barcode-parser-mod@1.2.1
node - <<'NODE'
const { GS1Reader } = require("gs1js/dist/GS1Reader");
const { parseBarcode } = require("gs1-barcode-parser-mod");
// The number of the carton, its weight of 12.50 kg, 24 pieces and the maker's number.
const code = "00346000000000000016" + "3302001250" + "3724\u001d" + "240AB17";
const read = new GS1Reader(code).getApplicationIdentifiers().map(({ identifier, value }) => [identifier, value]);
const right = parseBarcode(`]d2${code}`).parsedCodeItems.map(({ ai, data, unit }) => [ai, data, unit]);
console.log(`gs1js 0.0.2: ${JSON.stringify(read)}`);
console.log(`gs1-barcode-parser-mod 1.2.1: ${JSON.stringify(right)}`);
const isRight = right.some(([ai, data, unit]) => ai === "3302" && data === 12.5 && unit === "KGM") && right.at(-1).join() === "240,AB17,";
const found = read.map((element) => element.join("="));
process.exit(isRight && found.includes("33=02001250") && found.includes("24=0AB17") ? 0 : 1);
NODE
