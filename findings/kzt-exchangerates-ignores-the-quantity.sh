#!/usr/bin/env bash
# python-kzt-exchangerates 0.1.2 (PyPI) reads the rates of the National Bank of Kazakhstan. The feed has a `quant` for each currency, the
# number of units that the sum in tenge is for: 1 yuan, 100 won, 100 soms of Uzbekistan. The package does not read it, so a won costs 36.25
# tenge instead of 0.3625, and a price in won becomes a hundred times too high. There is no error.
# Expected: 0.3625 tenge for a won. Fails if the quantity is used.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check python-kzt-exchangerates==0.1.2 requests==2.32.5
venv/bin/python - <<'PYTHON'
import requests

ROWS = {"CNY": (1, "73.10"), "KRW": (100, "36.25"), "UZS": (100, "4.31")}
ITEMS = "".join(
    f"<item><fullname>{code}</fullname><title>{code}</title><description>{rate}</description><quant>{units}</quant></item>"
    for code, (units, rate) in ROWS.items()
)


class Answer:
    text = f'<?xml version="1.0" encoding="utf-8"?><rates><date>30.11.2026</date>{ITEMS}</rates>'
    headers = {"date": "Mon, 30 Nov 2026 06:00:00 GMT"}


requests.get = lambda url, **_: Answer
from kzt_exchangerates import Rates

rates = Rates()
seen = {code: rates.get_exchange_rate(code, from_kzt=True) for code in ROWS}
for code, (units, rate) in ROWS.items():
    print(f"python-kzt-exchangerates 0.1.2: 1 {code} costs {seen[code]} tenge, right are {float(rate) / units:.4f}")
raise SystemExit(seen != {"CNY": 73.10, "KRW": 36.25, "UZS": 4.31})
PYTHON
