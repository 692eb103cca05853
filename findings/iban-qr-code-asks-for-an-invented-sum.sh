#!/usr/bin/env bash
# iban-qr-code, version 1.0.0 (npm), makes the payment codes of European banks. A field that is left out gets the value of an example:
# without a sum, so that the payer types it, the code asks for 19.05 euros; without a bank code, which is not needed since 2016, the
# payment goes to DEZZZYYYXXX, which does not exist. The code names ISO 8859-1 as its letters, so names with other letters arrive broken.
# sepa-payment-qr-code 2.0.2 (npm) leaves both lines empty and names UTF-8.
# Expected: empty lines, or an error. Fails if the sum is empty.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund iban-qr-code@1.0.0 sepa-payment-qr-code@2.0.2
cat >code.mjs <<'JS'
import { createRequire } from "node:module";
import right from "sepa-payment-qr-code";
const module = createRequire(import.meta.url)("iban-qr-code");
const [name, iban, purpose] = ["Jiří Agent", "DE89370400440532013000", "Order KO-12"];
const seen = module.girocode({ name, iban, reason: purpose }).split("\n");
const other = right({ name, iban, amount: null, unstructuredReference: purpose }).split("\n");
console.log(`iban-qr-code 1.0.0: letters ${seen[2]}, bank ${seen[4]}, sum ${seen[7]}`);
console.log(`sepa-payment-qr-code 2.0.2: letters ${other[2]}, bank "${other[4]}", sum "${other[7]}"`);
const isRight = other[2] === "1" && !other[4] && !other[7] && other[10] === purpose;
process.exit(isRight && seen[7] === "EUR19.05" && seen[4] === "DEZZZYYYXXX" && seen[2] === "2" && seen[5] === name ? 0 : 1);
JS
node code.mjs
