#!/usr/bin/env bash
# stockholm, version 0.5.7 (PyPI), counts in the smallest units that services of payments send. It knows how many a currency has only if it is
# given as an object: 100 units of the text "JPY", as it stands in the answer of a service, are 1.00 yen, and with `Currency.JPY` they are
# 100. The won is the same. A price of 1250 yen is sent as 125000. A yen and a won have no smaller unit (ISO 4217), and a text may
# be used everywhere in the package. Expected: 100 yen in both cases. Fails if the text gives them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check stockholm==0.5.7
venv/bin/python -W ignore - <<'PYTHON'
from stockholm import Currency, Money

seen = {}
for code in ("CNY", "JPY", "KRW"):
    read = [str(Money.from_sub_units(100, currency)) for currency in (code, getattr(Currency, code))]
    sent = [int(Money("1250", currency).sub_units) for currency in (code, getattr(Currency, code))]
    seen[code] = (*read, *sent)
    print(f"stockholm 0.5.7: 100 units of {code!r} are {read[0]}, of Currency.{code} {read[1]}; 1250 {code} are {sent[0]} and {sent[1]} units")
expected = {"CNY": ("1.00 CNY", "1.00 CNY", 125000, 125000)}
expected |= {code: (f"1.00 {code}", f"100 {code}", 125000, 1250) for code in ("JPY", "KRW")}
raise SystemExit(seen != expected)
PYTHON
