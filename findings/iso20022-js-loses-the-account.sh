#!/usr/bin/env bash
# iso20022.js, version 0.0.15 (npm), writes payment orders for banks (pain.001). It takes an account as an IBAN or as an account number, and
# China has no IBAN. The number of the payer is written, that of the recipient is not: `<CdtrAcct><Id/></CdtrAcct>`. The bank has a name and
# no account to pay to. Sums are taken in the smallest unit and always divided by a hundred, so 1000 yen are 10.
# Expected: the number, and 1000. Fails if one of them is written.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund iso20022.js@0.0.15
cat > order.mjs <<'NODE'
import { ISO20022 } from "iso20022.js";

const agent = { bic: "CHASUS33", bankAddress: { country: "US" } };
const bank = new ISO20022({ initiatingParty: { name: "Agent", id: "AGENT", account: { accountNumber: "123456789012" }, agent } });

function order(account, currency, amount) {
  const address = { streetName: "1 Road", townName: "Yiwu", postalCode: "322000", country: "CN" };
  const creditor = { name: "Supplier", account, agent: { bic: "ICBKCNBJ" }, address };
  const payment = { type: "swift", direction: "credit", amount, currency, remittanceInformation: "Order KO-12", creditor };
  return bank.createSWIFTCreditPaymentInitiation([payment]).toString().replace(/>\s+</g, "><");
}

const part = (text, name) => text.match(new RegExp(`<${name}[ >].*?</${name}>`))[0];
const chinese = order({ accountNumber: "6222020000000000000" }, "CNY", 123456);
const german = order({ iban: "DE89370400440532013000" }, "EUR", 123456);
const yen = order({ iban: "DE89370400440532013000" }, "JPY", 1000);
const seen = [part(chinese, "DbtrAcct"), part(chinese, "CdtrAcct"), part(german, "CdtrAcct"), part(chinese, "Amt"), part(yen, "Amt")];
for (const line of seen) console.log(`iso20022.js 0.0.15: ${line}`);
const [payer, recipient, withIban, yuan, ofYen] = seen;
const isAsSeen =
  payer.includes("123456789012") && recipient === "<CdtrAcct><Id/></CdtrAcct>" && withIban.includes("DE89370400440532013000") &&
  yuan.includes(">1234.56<") && ofYen.includes('Ccy="JPY">10<');
process.exit(isAsSeen ? 0 : 1);
NODE
node order.mjs
