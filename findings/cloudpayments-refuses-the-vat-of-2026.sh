#!/usr/bin/env bash
# cloudpayments, version 6.0.1 (npm), makes Russian cash receipts and checks the rate of VAT of each line. It does not know 22 %, the rate
# in Russia since the 1st of January 2026 (20 % before), nor 5 and 7 % of small companies (since 2025): a receipt with them ends with "You
# should fill VAT with valid values", and the seller has none to give, which is fined. It accepts 18 %, which ended in 2018. async-yookassa
# 1.0.3 (PyPI) knows all of them.
# Expected: a receipt. Fails if 22 % is accepted.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check async-yookassa==1.0.3
npm init -y >/dev/null
npm install --silent --no-audit --no-fund cloudpayments@6.0.1
venv/bin/python -c '
from async_yookassa.enums.vat_data import RateEnum
rates = {rate.value for rate in RateEnum}
print("async-yookassa 1.0.3 knows", sorted(rates, key=int))
raise SystemExit(not {"5", "7", "10", "22"} <= rates)'
node - <<'NODE'
const { ClientService, ReceiptTypes, TaxationSystem } = require("cloudpayments");
const api = new ClientService({ publicId: "id", privateKey: "key", org: { taxationSystem: TaxationSystem.GENERAL, inn: "7700000000" } });
const receipts = api.getReceiptApi();
// Answers as the service does, and sends nothing.
receipts.call = async () => ({ Success: true });
const line = (vat) => ({ label: "Delivery", price: 100, quantity: 1, amount: 100, vat });

(async () => {
  const answers = {};
  for (const vat of [10, 18, 20, 22, 122, 5, 7]) {
    const receipt = { Items: [line(vat)], taxationSystem: TaxationSystem.GENERAL };
    const made = receipts.createReceipt({ Type: ReceiptTypes.Income, Inn: 7700000000 }, receipt);
    answers[vat] = await made.then(() => "accepted", (problem) => problem.message);
    console.log(`cloudpayments 6.0.1: VAT ${vat}: ${answers[vat]}`);
  }
  const refused = [22, 122, 5, 7].every((vat) => /VAT/.test(answers[vat]));
  process.exit(refused && [10, 18, 20].every((vat) => answers[vat] === "accepted") ? 0 : 1);
})();
NODE
