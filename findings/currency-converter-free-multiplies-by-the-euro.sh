#!/usr/bin/env bash
# currency-converter-free, version 1.0.9 (PyPI), joins the rates of the Bank of Russia and of the European Central Bank, which says how many
# units of a currency are one euro. It multiplies them by the rubles of a euro instead of dividing, and puts them over the right rates of
# the Bank of Russia. This is the default: with a euro at 100 rubles and 8 yuan, a yuan becomes 800 rubles instead of 12.50.
# Expected: 12.50, as with the source CBR. Fails if both sources give about the same.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check currency-converter-free==1.0.9
venv/bin/python - <<'PYTHON'
import types

import requests
from currency_converter_free import CurrencyConverter

CBR = (
    '<ValCurs Date="30.11.2026" name="Foreign Currency Market">'
    "<Valute><CharCode>CNY</CharCode><Nominal>1</Nominal><Value>12,5000</Value></Valute>"
    "<Valute><CharCode>EUR</CharCode><Nominal>1</Nominal><Value>100,0000</Value></Valute>"
    "<Valute><CharCode>JPY</CharCode><Nominal>100</Nominal><Value>62,5000</Value></Valute></ValCurs>"
)
ECB = (
    '<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">'
    '<Cube><Cube time="2026-11-30"><Cube currency="CNY" rate="8.0000"/><Cube currency="JPY" rate="160.00"/></Cube></Cube></gesmes:Envelope>'
)


def answer(url, **_):
    text = CBR if "cbr.ru" in url else ECB
    return types.SimpleNamespace(text=text, content=text.encode(), raise_for_status=lambda: None)


requests.get = answer
converter = CurrencyConverter(cache_dir="rates")
seen = {}
for source in (None, "CBR"):
    rates = converter.get_combined_rates(source)
    seen[source] = [round(value, 4) for value in (rates["CNY"], rates["JPY"], converter.convert(10_000, "RUB", "CNY", source))]
    print(f"currency-converter-free 1.0.9, {source or 'by default'}: rubles for a yuan, for a yen, yuan for 10,000 rubles: {seen[source]}")
raise SystemExit(seen != {None: [800.0, 16000.0, 12.5], "CBR": [12.5, 0.625, 800.0]})
PYTHON
