#!/usr/bin/env bash
# @point-of-sale/barcode-parser version 1.0.4 (npm) reads the AIM identifier that scanners send before a code, and then the GTIN of the goods. For
# ITF-14, the bar code that is printed on cartons, its first half says "interleaved-2-of-5" and the second half knows only "itf": the
# carton has no GTIN, without an error. EAN-13 of the pieces in it works, so pieces arrive and cartons do not.
# ISO/IEC 15424 gives the letter I to Interleaved 2 of 5, and GS1 General Specifications 5.3 print GTIN-14 in it as ITF-14.
# Expected: 14600000000012. Fails if the carton has its GTIN.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @point-of-sale/barcode-parser@1.0.4
cat >scan.mjs <<'JS'
import { Aim, GS1 } from "@point-of-sale/barcode-parser";
const read = (identifier, value) => {
  const found = Aim.decode(identifier, value);
  const gtin = GS1.parse({ ...found, value })?.gtin;
  console.log(`@point-of-sale/barcode-parser 1.0.4: ${identifier}${value} is ${found.symbology}, GTIN ${gtin}`);
  return gtin;
};
const carton = [read("]I1", "14600000000012"), read("]I0", "14600000000012")];
const piece = read("]E0", "4600000000015");
const named = GS1.parse({ symbology: "itf", value: "14600000000012" })?.gtin;
console.log(`@point-of-sale/barcode-parser 1.0.4: the same carton with the name "itf" has GTIN ${named}`);
const isSeen = carton.every((gtin) => gtin === undefined) && piece === "04600000000015" && named === "14600000000012";
process.exit(isSeen ? 0 : 1);
JS
node scan.mjs
