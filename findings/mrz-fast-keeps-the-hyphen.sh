#!/usr/bin/env bash
# mrz-fast, version 1.0.9 (npm), makes the two lines of a passport for machines and promises ICAO 9303, a standard that has A to Z, digits
# and < only. A hyphen of a double surname becomes < there and an apostrophe is left out. The package keeps both, and Cyrillic letters
# too, without an error, and its own reader calls all of these lines valid. mrz 5.0.2 (npm) reads no surname in them: customs forms that
# are filled in from a passport lose it. Expected: PETROVA<VODKINA. Fails if it is written.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund mrz-fast@1.0.9 mrz@5.0.2
cat > lines.mjs <<'NODE'
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { createMRZ, parseMRZ } = require("mrz-fast");
const { parse } = require("mrz");

function read(lastName) {
  const day = (year) => ({ year, month: 1, day: 1 });
  const lines = createMRZ({
    documentCode: "P", issuingState: "RUS", nationality: "RUS", lastName, firstName: "ANNA", documentNumber: "000000000",
    birthDate: day(1999), expirationDate: day(2035), sex: "female",
  });
  const own = parseMRZ(lines);
  const other = parse(lines);
  return { line: lines[0], own: own.valid, other: other.valid, name: other.fields.lastName };
}

const seen = ["PETROVA", "PETROVA-VODKINA", "D'ARK", "ПЕТРОВА"].map(read);
for (const { line, own, other, name } of seen) {
  console.log(`mrz-fast 1.0.9: ${line}, valid for itself: ${own}; mrz 5.0.2: valid: ${other}, surname ${name}`);
}
const [plain, hyphen, apostrophe, cyrillic] = seen;
const kept = [hyphen, apostrophe, cyrillic];
const isKept = hyphen.line.includes("PETROVA-VODKINA<<") && apostrophe.line.includes("D'ARK") && cyrillic.line.includes("ПЕТРОВА");
const isLost = kept.every(({ own, other, name }) => own && !other && name === null);
process.exit(plain.own && plain.other && isKept && isLost ? 0 : 1);
NODE
node lines.mjs
