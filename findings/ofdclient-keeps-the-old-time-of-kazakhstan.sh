#!/usr/bin/env bash
# ofdclient 0.1.1 (PyPI) registers cash receipts with the fiscal data operators of Kazakhstan. A time without a zone gets GMT+06:00, which
# Almaty and Astana left on the 1st of March 2024; the whole country has +05:00. So a receipt of 14:00 says 13:00 of the country's time, and
# one of half past midnight belongs to the day before, in the report of the shift and for VAT. Its "now" is an hour ahead on paper.
# Expected: the zone that tzdata has for Asia/Almaty. Fails if the package writes it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check ofdclient==0.1.1 tzdata==2025.2
PYTHONTZPATH="" venv/bin/python - <<'PYTHON'
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from ofdclient.datetime_utils import format_ofd_datetime, parse_ofd_datetime

almaty = ZoneInfo("Asia/Almaty")
sold = datetime(2026, 12, 1, 0, 30)
written = format_ofd_datetime(sold)
meant = parse_ofd_datetime(written).astimezone(almaty)
right = format_ofd_datetime(sold.replace(tzinfo=almaty), tz=almaty)
print(f"ofdclient 0.1.1: {sold} is {written}, which is {meant:%Y-%m-%d %H:%M} in Almaty; right is {right}")
is_right = sold.replace(tzinfo=almaty).utcoffset() == timedelta(hours=5)
raise SystemExit(0 if is_right and written.endswith("GMT+06:00") and meant.day == 30 else 1)
PYTHON
