#!/usr/bin/env bash
# sberbank-acquiring, version 1.2.2 (npm), takes sums in rubles and sends kopecks. It rounds them when an order is paid, and not when it is
# refunded: 19.99 rubles are paid as 1999 kopecks and refunded as 1998.9999999999998. The interface of the bank takes whole kopecks, so the
# refund fails, or pays less where the fraction is cut.
# Expected: 1999 both times. Fails if the refund is whole.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund sberbank-acquiring@1.2.2
node - <<'NODE'
const Acquiring = require("sberbank-acquiring");
const bank = new Acquiring({ userName: "shop", password: "password" }, "https://example.org/{order}");
const sent = [];
// Keeps what the bank would get, and sends nothing.
bank.POST = async (_action, data) => (sent.push(new URLSearchParams(data).get("amount")), { data: { errorCode: "0" } });
bank.parse = (response) => response.data;

(async () => {
  await bank.register("KO-12", 19.99);
  await bank.refund("id", 19.99);
  console.log(`sberbank-acquiring 1.2.2: 19.99 rubles are paid as ${sent[0]} kopecks and refunded as ${sent[1]}`);
  let broken = 0;
  for (let kopecks = 1; kopecks <= 10000; kopecks += 1) {
    await bank.refund("id", Number(`${kopecks}e-2`));
    broken += sent.at(-1) === String(kopecks) ? 0 : 1;
  }
  console.log(`sberbank-acquiring 1.2.2: ${broken} of 10000 refunds up to 100 rubles are fractions of kopecks`);
  process.exit(sent[0] === "1999" && sent[1] === "1998.9999999999998" && broken > 100 ? 0 : 1);
})();
NODE
