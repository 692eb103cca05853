#!/usr/bin/env bash
# sepa-qr, version 0.0.2 (npm), makes the payment codes of European banks (EPC069-12) and leaves one of their twelve lines out. The purpose
# of the payment (`remittance`) stands in the line of creditor references (ISO 11649, RF and a check number), which "Order KO-12" is not,
# and the note for the payer (`information`) becomes the purpose: the agent's statement has no order. Without a sum the code asks for 0.01
# euros. sepa-payment-qr-code 2.0.2 (npm) has the purpose in the eleventh line.
# Expected: the same. Fails if it is there.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check zxing-cpp==3.1.1 pillow==12.0.0
npm init -y >/dev/null
npm install --silent --no-audit --no-fund sepa-qr@0.0.2 sepa-payment-qr-code@2.0.2
node - <<'NODE'
const fs = require("fs");
const [name, iban, purpose] = ["Agent", "DE89370400440532013000", "Order KO-12"];
const picture = require("sepa-qr")({ name, iban, amount: 12.5, remittance: purpose, information: "Thank you", type: "png" });
picture.pipe(fs.createWriteStream("code.png"));
require("sepa-qr")({ name, iban, remittance: purpose, type: "png" }).pipe(fs.createWriteStream("open.png"));
(async () => {
  const module = await import("sepa-payment-qr-code");
  const makeCode = module.default ?? module;
  fs.writeFileSync("right.txt", makeCode({ name, iban, amount: 12.5, unstructuredReference: purpose, information: "Thank you" }));
})();
NODE
venv/bin/python - <<'PYTHON'
import zxingcpp
from PIL import Image


def lines(name):
    [code] = zxingcpp.read_barcodes(Image.open(name))
    return code.text.split("\n")


seen, without_sum = lines("code.png"), lines("open.png")
right = open("right.txt").read().split("\n")
print(f"sepa-qr 0.0.2: lines 8 to 12: {seen[7:]}; without a sum: {without_sum[7]}")
print(f"sepa-payment-qr-code 2.0.2: lines 8 to 12: {right[7:]}")
is_right = right[7:] == ["EUR12.50", "", "", "Order KO-12", "Thank you"]
is_moved = seen[7:] == ["EUR12.5", "", "Order KO-12", "Thank you"] and without_sum[7] == "EUR0.01"
raise SystemExit(0 if is_right and is_moved else 1)
PYTHON
