#!/usr/bin/env bash
# mt940-js, version 1.0.0 (npm), reads bank statements (MT940) and drops the R of reversals: a payment of a client (C) and its reversal
# (RC) are two credits of 250.00 with the same fields, and a reversed fee (RD) is a second fee. No field tells them apart; `isExpense` is
# true for all four. A client who took the payment back has it credited twice. swiftmessageparser 1.2.1 reads -250 and 40.50, which lead
# from the opening balance to the closing one.
# Expected: the reversal can be seen. Fails if it differs from the payment.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
# The package does not declare that it needs tslib.
npm install --silent --no-audit --no-fund mt940-js@1.0.0 swiftmessageparser@1.2.1 tslib@2.8.1
node - <<'NODE'
const swift = require("swiftmessageparser");
const { read } = require("mt940-js");
const lines = ["C250,NTRFORDER17//B1", "RC250,NTRFORDER17//B2", "D40,50NMSCNONREF//B3", "RD40,50NMSCNONREF//B4"];
const entries = lines.flatMap((line) => [`:61:2611301130${line}`, ":86:Order 17"]);
const balances = [":60F:C261130CNY1000,", ...entries, ":62F:C261130CNY1000,"];
const statement = [":20:STMT1", ":25:40702156000000000001", ":28C:00001/001", ...balances, ""].join("\r\n");

(async () => {
  const [{ transactions }] = await read(Buffer.from(statement));
  const seen = transactions.map(({ amount, isCredit, isExpense, code }) => JSON.stringify({ amount, isCredit, isExpense, code }));
  const added = transactions.reduce((sum, { amount, isCredit }) => sum + (isCredit ? amount : -amount), 1000);
  console.log(`mt940-js 1.0.0: payment ${seen[0]}, reversal ${seen[1]}; closing balance by the entries: ${added}`);
  const right = swift.parse({ type: "mt940", data: statement })[0].transactions.map(({ amount }) => Number(amount));
  console.log(`swiftmessageparser 1.2.1: ${right.join(", ")}; closing balance by the entries: ${right.reduce((a, b) => a + b, 1000)}`);
  const isRight = right.join() === "250,-250,-40.5,40.5";
  process.exit(isRight && seen.length === 4 && seen[0] === seen[1] && seen[2] === seen[3] && added === 1419 ? 0 : 1);
})();
NODE
