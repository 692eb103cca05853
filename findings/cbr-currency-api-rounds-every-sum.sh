#!/usr/bin/env bash
# cbr-currency-api 0.1.0 (PyPI) reads rates of the Bank of Russia and limits the decimals of the whole task to five digits, for good:
# after one rate, every sum that the program adds or multiplies has five digits, so 12,345.67 + 0.01 is 12,346 without kopecks.
# An exchange of 1,234,567.89 yuan is off by hundreds of rubles. There is no error.
# Expected: 12345.68, as before the first rate. Fails if the sum is the same.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check cbr-currency-api==0.1.0
venv/bin/python - <<'PYTHON'
import asyncio
import types
from decimal import Decimal

from crb_currency_api import CrbCurrencyAPI

RATES = (
    "<ValCurs><Valute><CharCode>CNY</CharCode><Nominal>1</Nominal><Value>12,5431</Value><VunitRate>12,5431</VunitRate></Valute>"
    "<Valute><CharCode>USD</CharCode><Nominal>1</Nominal><Value>80,1234</Value><VunitRate>80,1234</VunitRate></Valute></ValCurs>"
)


class Rates(CrbCurrencyAPI):
    async def _make_request(self, url):
        return types.SimpleNamespace(text=RATES)


async def main():
    rates = Rates()
    before = Decimal("12345.67") + Decimal("0.01")
    cost = await rates.get_currency_rate("CNY") * Decimal("1234567.89")
    after = Decimal("12345.67") + Decimal("0.01")
    print(f"cbr-currency-api 0.1.0: 12345.67 + 0.01 is {before} before the first rate and {after} after it")
    print(f"1234567.89 yuan at 12.5431 cost {cost} rubles (15485308.50)")
    return [str(before), str(after), format(cost, "f")] != ["12345.68", "12346", "15485000"]


raise SystemExit(asyncio.run(main()))
PYTHON
