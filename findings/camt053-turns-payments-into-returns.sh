#!/usr/bin/env bash
# camt053 0.0.23: `serialize_document` turns each entry of a parsed statement into a return. The code of the transaction becomes
# PMNT/RCDT/RRTN (a reimbursement after a return), whatever it was, and the purpose of the payment is lost.
# Expected: the code PMNT/RCDT/ESCT and the purpose of the input. Fails if one of them is kept.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check camt053==0.0.23
cat >"$folder/statement.xml" <<'XML'
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-05T10:00:00</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><CreDtTm>2026-11-05T10:00:00</CreDtTm><Acct><Id><Othr><Id>1</Id></Othr></Id><Ccy>EUR</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>
<Dt><Dt>2026-11-05</Dt></Dt></Bal>
<Ntry><NtryRef>1</NtryRef><Amt Ccy="EUR">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>2026-11-05</Dt></BookgDt>
<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
<NtryDtls><TxDtls><Refs><EndToEndId>E1</EndToEndId></Refs><RmtInf><Ustrd>Order 17</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>
XML
cd "$folder"
venv/bin/python - <<'PYTHON'
import re
import camt053

written = camt053.serialize_document(camt053.parse_document(open("statement.xml").read()))
code = re.findall(r"<SubFmlyCd>(\w+)", written)
print(f"camt053 0.0.23: the code ESCT is written as {code}, the purpose is {'kept' if 'Order 17' in written else 'lost'}")
assert code == ["RRTN"] and "Order 17" not in written
PYTHON
