#!/usr/bin/env bash
# currency-rates-cbr 1.0.0 (PyPI) reads rates of the Bank of Russia and keeps them for an hour. It compares `timedelta.seconds`, which is
# zero again each day: a rate that is 24 hours old is zero seconds old. A task that runs once a day at the same time gets the rate of its
# first day for good. A second object with other currencies has those of the first, so that its yuan has no rate.
# Expected: a request each day, and the yuan. Fails if the second day has a request or the second object the yuan.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check currency-rates-cbr==1.0.0 requests==2.32.5 freezegun==1.5.5
venv/bin/python - <<'PYTHON'
from datetime import datetime, timedelta

import requests
from freezegun import freeze_time

asked = []


class Answer:
    def __init__(self, value):
        self.content = (
            '<?xml version="1.0" encoding="UTF-8"?><ValCurs Date="30.11.2026" name="Foreign Currency Market">'
            f'<Valute ID="R01235"><CharCode>USD</CharCode><Nominal>1</Nominal><Value>{value},00</Value></Valute>'
            '<Valute ID="R01375"><CharCode>CNY</CharCode><Nominal>1</Nominal><Value>11,50</Value></Valute></ValCurs>'
        ).encode()

    def raise_for_status(self):
        pass


def get(url, params=None, **_):
    asked.append(params["date_req"])
    return Answer(79 + len(asked))


requests.get = get
from currency_rates_cbr import CurrencyRates

rates = CurrencyRates()
start = datetime(2026, 11, 30, 9)
seen = []
for hours in (0, 24, 48, 72):
    with freeze_time(start + timedelta(hours=hours)):
        seen.append((hours, rates.get_rate("USD"), len(asked)))
for hours, rate, requests_made in seen:
    print(f"currency-rates-cbr 1.0.0: after {hours} hours the dollar is {rate}, {requests_made} requests so far")
second = CurrencyRates(["CNY"])
print(f"currency-rates-cbr 1.0.0: an object for CNY has {second.tracked_currencies}, its yuan is {second.get_rate('CNY')}")
is_kept = [(rate, requests_made) for _, rate, requests_made in seen] == [(80, 1)] * 4
raise SystemExit(0 if is_kept and second.get_rate("CNY") is None else 1)
PYTHON
