#!/usr/bin/env bash
# china-beancount-importers 0.0.17 (PyPI) reads statements of Alipay, whose times are those of China without a zone. It takes them for the
# time of the computer and then moves them to China. On a server with UTC or Moscow time, a payment of 20:46 is one of 04:46 or 01:46 of
# the next day, so payments of an evening belong to another day, and at the end of a month to another month. The balance moves too.
# Expected: the day of the file. Fails if a server in Moscow has it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check china-beancount-importers==0.0.17
cat > read.py <<'PYTHON'
from pathlib import Path

from beancount.core.data import Transaction
from china_beancount_importers.alipay import AlipayImporter

LINES = [
    "支付宝账务明细",
    "-------收支明细列表-----",
    "时间,资金渠道,支出,收入,商品说明,备注,名称,账户余额（元）",
    "2026-11-30 20:46:41,余额,,100.00,Order KO-12,,,500.00",
]
Path("2026_ACCLOG.csv").write_text("\n".join(LINES) + "\n", encoding="gb18030")
[entry] = [entry for entry in AlipayImporter("Assets:Alipay").extract("2026_ACCLOG.csv", []) if isinstance(entry, Transaction)]
print(entry.date, entry.meta["time"])
PYTHON
seen=""
for zone in Asia/Shanghai Europe/Moscow UTC; do
  line=$(TZ=$zone venv/bin/python read.py)
  echo "china-beancount-importers 0.0.17 on a server with $zone: $line (the file has 2026-11-30 20:46:41)"
  seen="$seen$line;"
done
[ "$seen" = "2026-11-30 20:46:41;2026-12-01 01:46:41;2026-12-01 04:46:41;" ]
