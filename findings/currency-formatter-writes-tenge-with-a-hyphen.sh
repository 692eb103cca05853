#!/usr/bin/env bash
# currency-formatter, version 1.5.9 (npm), writes a hyphen between tenge and tiyns and between soms and tyiyns, and a semicolon between
# somonis and dirams: `1 250-50 сом`, which a price list reads as from 1 250 to 50. Rubles and sums of Uzbekistan have a comma.
# Expected: a comma, which CLDR has for all of them (`Intl`). Fails if a sum in tenge has it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund currency-formatter@1.5.9
node - <<'NODE'
const { format } = require("currency-formatter");
const places = { KZT: "kk-KZ", KGS: "ky-KG", TJS: "tg-TJ", UZS: "uz-UZ", RUB: "ru-RU" };
const written = Object.keys(places).map((code) => format(1250.5, { code }).replaceAll("\u00a0", " "));
const marks = Object.entries(places).map(([currency, place]) => {
  const parts = new Intl.NumberFormat(place, { style: "currency", currency, minimumFractionDigits: 2 }).formatToParts(1250.5);
  return parts.find(({ type }) => type === "decimal").value;
});
console.log(`currency-formatter 1.5.9: ${written.join(", ")}; Intl has ${JSON.stringify(marks)}`);
const expected = ["₸1 250-50", "1 250-50 сом", "1 250;50 TJS", "1 250,50 сўм", "1 250,50 ₽"];
process.exit(JSON.stringify(written) === JSON.stringify(expected) && marks.every((mark) => mark === ",") ? 0 : 1);
NODE
