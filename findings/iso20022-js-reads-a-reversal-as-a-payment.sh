#!/usr/bin/env bash
# iso20022.js, version 0.0.15 (npm), reads statements of banks (camt.053). An entry has a field `reversal`, which is false in every file:
# it compares the value with the text "true", and its own reader has already made a boolean of it. So a client's payment that the bank has
# taken back is a payment of the agent, with the same fields. A sum of 19.99 is 1998.9999999999998 in the smallest unit and equals no order.
# Expected: true and 1999. Fails if one of them is read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund iso20022.js@0.0.15
cat > statement.mjs <<'NODE'
import { CashManagementEndOfDayReport } from "iso20022.js";

function entry(sum, direction, reversal) {
  return `<Ntry><Amt Ccy="CNY">${sum}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${reversal}<Sts>BOOK</Sts>
    <BookgDt><Dt>2026-11-30</Dt></BookgDt><AcctSvcrRef>R1</AcctSvcrRef><BkTxCd><Prtry><Cd>TRF</Cd></Prtry></BkTxCd>
    <NtryDtls><TxDtls><RmtInf><Ustrd>Order KO-12</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
}

const report = CashManagementEndOfDayReport.fromXML(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
  <GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-30T18:00:00</CreDtTm></GrpHdr>
  <Stmt><Id>S1</Id><ElctrncSeqNb>1</ElctrncSeqNb><CreDtTm>2026-11-30T18:00:00</CreDtTm>
    <FrToDt><FrDtTm>2026-11-30T00:00:00</FrDtTm><ToDtTm>2026-11-30T18:00:00</ToDtTm></FrToDt>
    <Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Svcr><FinInstnId><BIC>DEUTDEFF</BIC></FinInstnId></Svcr></Acct>
    <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="CNY">0.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>
      <Dt><Dt>2026-11-30</Dt></Dt></Bal>
    ${entry("19.99", "CRDT", "")}${entry("19.99", "DBIT", "<RvslInd>true</RvslInd>")}${entry("250.00", "DBIT", "")}
  </Stmt></BkToCstmrStmt></Document>`);
const entries = report.statements.flatMap((statement) => statement.entries);
for (const { creditDebitIndicator, reversal, amount } of entries) {
  console.log(`iso20022.js 0.0.15: ${creditDebitIndicator} ${amount}, reversal: ${reversal}`);
}
const isAsSeen =
  entries.map(({ creditDebitIndicator }) => creditDebitIndicator).join() === "credit,debit,debit" &&
  entries.every(({ reversal }) => reversal === false) &&
  entries.map(({ amount }) => amount).join() === "1998.9999999999998,1998.9999999999998,25000";
process.exit(isAsSeen ? 0 : 1);
NODE
node statement.mjs
