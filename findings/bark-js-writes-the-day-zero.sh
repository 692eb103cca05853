#!/usr/bin/env bash
# bark-js, version 1.2.1 (npm), reads GS1 codes of goods and writes their dates with hyphens, 2026-11-30. Makers of cosmetics and food often
# print a month only: the day is 00 then, which stands for the last day of the month by the rules of GS1. The package writes 2026-12-00,
# which no calendar has: JavaScript, Python and databases refuse it, and the goods have no best-before date.
# gs1-barcode-parser-mod2 1.0.6 (npm) reads the 31st of December. Expected: 2026-12-31. Fails if it is written.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund bark-js@1.2.1 gs1-barcode-parser-mod2@1.0.6
node - <<'NODE'
const bark = require("bark-js");
const { parseBarcode } = require("gs1-barcode-parser-mod2");
const seen = [];
const right = [];
for (const code of ["15261130", "15261200", "17270200"]) {
  seen.push(bark(code).elements[0].value);
  const day = parseBarcode(code).parsedCodeItems[0].data;
  right.push(`${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, "0")}-${day.getDate()}`);
  console.log(`${code}: bark-js 1.2.1 ${seen.at(-1)} (${new Date(seen.at(-1))}), gs1-barcode-parser-mod2 1.0.6 ${right.at(-1)}`);
}
const isInvalid = Number.isNaN(new Date(seen[1]).getTime());
const isRight = String(right) === "2026-11-30,2026-12-31,2027-02-28";
process.exit(isInvalid && isRight && String(seen) === "2026-11-30,2026-12-00,2027-02-00" ? 0 : 1);
NODE
