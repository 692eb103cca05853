#!/usr/bin/env bash
# price-parser 0.5.1 (PyPI) finds the amount and the currency of prices in pages of shops. Chinese pages write large prices and turnovers in
# ten thousands: 1.2万元 are 12,000 yuan. It returns 1.2, without an error, so a machine for 12,000 costs less than a pair of shoes. The word
# 元 is no currency for it, and of a price by quantity, 15-20元, it takes the lower end as if it were the price.
# Expected: 12000, or nothing. Fails if one of them is returned.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check price-parser==0.5.1
venv/bin/python - <<'PYTHON'
from price_parser import Price

TEXTS = ["￥19.90", "25元", "1.2万元", "￥3.5万", "15-20元"]
seen = []
for text in TEXTS:
    price = Price.fromstring(text)
    seen.append((None if price.amount is None else float(price.amount), price.currency))
    print(f"price-parser 0.5.1: {text}: {seen[-1]}")
raise SystemExit(seen != [(19.9, "￥"), (25, None), (1.2, None), (3.5, "￥"), (15, None)])
PYTHON
