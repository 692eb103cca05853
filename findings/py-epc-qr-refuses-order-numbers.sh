#!/usr/bin/env bash
# py-epc-qr 0.1.3 (PyPI) makes the payment codes of European banks (EPC069-12) and refuses all signs but letters, digits and spaces in the
# name of the recipient and in the purpose: "Order KO-12", "Invoice 7/2026" and "Karl & Co." end with a ValueError. The rules of SEPA allow
# / - ? : ( ) . , ' + and, in UTF-8 codes, more. An IBAN with a wrong check number is accepted, and the transfer fails.
# sepa-payment-qr-code 2.0.2 (npm) does both right.
# Expected: a code for the first three. Fails if one of them has one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check py-epc-qr==0.1.3
npm init -y >/dev/null
npm install --silent --no-audit --no-fund sepa-payment-qr-code@2.0.2
cat >cases.json <<'JSON'
[["Karl Agent", "DE89370400440532013000", "Order KO 12"],
 ["Karl Agent", "DE89370400440532013000", "Order KO-12"],
 ["Karl Agent", "DE89370400440532013000", "Invoice 7/2026"],
 ["Karl & Co.", "DE89370400440532013000", "Order KO 12"],
 ["Karl Agent", "DE88370400440532013000", "Order KO 12"]]
JSON
cat >right.mjs <<'JS'
import { readFileSync } from "node:fs";
import makeCode from "sepa-payment-qr-code";
const made = JSON.parse(readFileSync("cases.json")).map(([name, iban, unstructuredReference]) => {
  try {
    return makeCode({ name, iban, amount: 12.5, unstructuredReference }).includes(unstructuredReference);
  } catch {
    return false;
  }
});
console.log(`sepa-payment-qr-code 2.0.2 makes codes: ${made.join(", ")}`);
process.exit(made.join() === "true,true,true,true,false" ? 0 : 1);
JS
node right.mjs
venv/bin/python - <<'PYTHON'
import json

from py_epc_qr.transaction import consumer_epc_qr

made = []
for name, iban, purpose in json.load(open("cases.json")):
    try:
        made.append(purpose in consumer_epc_qr(name, iban, 12.5, purpose).to_str())
    except ValueError as problem:
        made.append(False)
        print(f"py-epc-qr 0.1.3: {name}, {purpose}: {problem}")
print(f"py-epc-qr 0.1.3 makes codes: {made}")
raise SystemExit(made != [True, False, False, False, True])
PYTHON
