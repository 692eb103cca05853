#!/usr/bin/env bash
# ofxparse 0.21 (PyPI) reads statements in OFX. A booking has its local time and its zone, 20261201013000[+5:ALMT], half past one at night on the 1st
# of December. The package takes the zone away and gives the time of Greenwich without saying so: 20:30 on the 30th of November. So what is
# paid between midnight and five is in the day, and in the month, before. Bookings without a time keep their day.
# OFX 2.2, 3.2.8.2: the date is the local one, the zone says how far it is. ofxtools 1.1.1 (PyPI) marks the time as UTC, so it can go back.
# Expected: the 1st of December. Fails if it is read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check ofxparse==0.21 ofxtools==1.1.1 lxml
venv/bin/python -W ignore - <<'PYTHON'
from datetime import date, timedelta, timezone
from io import BytesIO

from ofxparse import OfxParser
from ofxtools.Types import DateTime

days = ["20261201013000[+5:ALMT]", "20261201140000[+5:ALMT]", "20261201"]
rows = "".join(
    f"<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>{day}<TRNAMT>1000.00<FITID>{at}<NAME>Client</STMTTRN>" for at, day in enumerate(days)
)
head = "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\nCOMPRESSION:NONE\n\n"
account = "<CURDEF>KZT<BANKACCTFROM><BANKID>1<ACCTID>KZ1<ACCTTYPE>CHECKING</BANKACCTFROM>"
body = f"<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS>{account}<BANKTRANLIST>{rows}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>"
booked = [row.date for row in OfxParser.parse(BytesIO(f"{head}{body}".encode())).account.statement.transactions]
for day, read in zip(days, booked):
    print(f"ofxparse 0.21: {day} is {read}, zone {read.tzinfo}")
kept = DateTime().convert(days[0]).astimezone(timezone(timedelta(hours=5)))
print(f"ofxtools 1.1.1: {days[0]} is {kept}")
seen = [date(2026, 11, 30), date(2026, 12, 1), date(2026, 12, 1)]
raise SystemExit([read.date() for read in booked] != seen or booked[0].tzinfo is not None or kept.date() != date(2026, 12, 1))
PYTHON
