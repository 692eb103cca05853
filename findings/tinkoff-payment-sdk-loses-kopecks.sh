#!/usr/bin/env bash
# @jfkz/tinkoff-payment-sdk, version 2.0.0-0 (npm), takes sums in rubles and sends kopecks. It multiplies by a hundred and rounds down, and
# floating-point numbers are often a trace too small: 19.99 rubles are 1998 kopecks. One of seventeen prices up to 100 rubles loses a
# kopeck, in payments, refunds and each line of a receipt. The lines are rounded one by one, so their sum differs from the payment of 20
# rubles, and the bank refuses it. The validity of a saved card (1230) becomes a year before our era.
# Expected: 1999. Fails if it is sent.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @jfkz/tinkoff-payment-sdk@2.0.0-0
node - <<'NODE'
const { ApiManager, PayType } = require("@jfkz/tinkoff-payment-sdk");
const sent = [];
const answer = (request) => ({ Success: true, ErrorCode: "0", Amount: request.payload.Amount, ExpDate: "1230" });
const httpClient = { sendRequest: async (request) => (sent.push(request.payload), { status: 200, payload: answer(request), request }) };
const api = new ApiManager({ httpClient, terminalKey: "terminal", password: "password" });
const item = (Name, Price) => ({ Name, Price, Quantity: 1, Tax: "none", PaymentMethod: "full_payment", PaymentObject: "commodity" });
const Receipt = { Email: "client@example.org", Taxation: "usn_income", Items: [item("Goods", 1.15), item("Delivery", 18.85)] };
const payment = { OrderId: "KO-12", PayType: PayType.SingleStage };

(async () => {
  const response = await api.initPayment({ ...payment, Amount: 19.99 });
  await api.initPayment({ ...payment, Amount: 20, Receipt });
  const [{ Amount }, { Amount: whole, Receipt: receipt }] = sent;
  const lines = receipt.Items.map((line) => line.Amount);
  console.log(`@jfkz/tinkoff-payment-sdk 2.0.0-0: 19.99 rubles are ${Amount} kopecks`);
  console.log(`@jfkz/tinkoff-payment-sdk 2.0.0-0: 20 = 1.15 + 18.85 rubles are ${whole} kopecks with lines of ${lines.join(" and ")}`);
  console.log(`@jfkz/tinkoff-payment-sdk 2.0.0-0: a card that is valid until 12/30 expires in the year ${response.ExpDate.getFullYear()}`);
  let wrong = 0;
  for (let kopecks = 1; kopecks <= 10000; kopecks += 1) {
    await api.initPayment({ ...payment, Amount: Number(`${kopecks}e-2`) });
    wrong += sent.at(-1).Amount === kopecks ? 0 : 1;
  }
  console.log(`@jfkz/tinkoff-payment-sdk 2.0.0-0: ${wrong} of 10000 sums up to 100 rubles are wrong`);
  const isShort = whole === 2000 && lines.reduce((sum, line) => sum + line, 0) === 1999;
  process.exit(Amount === 1998 && isShort && wrong > 100 && response.ExpDate.getFullYear() < 0 ? 0 : 1);
})();
NODE
