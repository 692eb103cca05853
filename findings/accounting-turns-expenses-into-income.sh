#!/usr/bin/env bash
# accounting version 0.4.1 and currency.js 2.0.4 (npm) read sums from texts. Statements and sites of banks print the typographic minus (U+2212, "minus sign"
# in Unicode, as on page and PDF: −5 000,00 ₽), and the packages drop every character they do not know: an expense of 5000 rubles is an
# income of 5000, without an error. The hyphen works. accounting also drops the minus at the end that reports of SAP have (5000.00-).
# Intl.NumberFormat of JavaScript writes U+2212 itself for some languages, as CLDR has it. Expected: -5000. Fails if a minus is kept.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund accounting@0.4.1 currency.js@2.0.4
cat >read.js <<'JS'
const accounting = require("accounting");
const currency = require("currency.js");
const written = new Intl.NumberFormat("sv-SE").format(-5.5);
for (const text of ["\u22125 000,00 ₽", "-5 000,00 ₽", written]) {
  console.log(`${text.replace("\u2212", "U+2212 ")}: ${accounting.unformat(text, ",")} ${currency(text, { decimal: "," }).value}`);
}
console.log(`5000.00-: ${accounting.unformat("5000.00-")}`);
JS
seen=$(node read.js)
echo "accounting 0.4.1, currency.js 2.0.4:"
echo "$seen"
diff <(echo "$seen") - <<'SEEN'
U+2212 5 000,00 ₽: 5000 5000
-5 000,00 ₽: -5000 -5000
U+2212 5,5: 5.5 5.5
5000.00-: 5000
SEEN
