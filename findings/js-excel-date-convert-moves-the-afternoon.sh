#!/usr/bin/env bash
# js-excel-date-convert 1.0.2 (npm) writes dates for Excel. It rounds to whole days: what came at three in the afternoon of the 30th of November is in
# the report on the 1st of December, and so a month later, and all hours are lost. Mornings keep their day. The way back keeps hours.
# excel-date-to-js 1.1.5 (npm) and openpyxl 3.1.5 (PyPI) write the part of the day as a fraction. Expected: 46356.625.
# Fails if the day is the 30th.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check openpyxl==3.1.5
npm init -y >/dev/null
npm install --silent --no-audit --no-fund js-excel-date-convert@1.0.2 excel-date-to-js@1.1.5
cat >arrivals.js <<'JS'
const { fromExcelDate, toExcelDate } = require("js-excel-date-convert");
const { getExcelDateFromJs } = require("excel-date-to-js");
for (const arrival of ["2026-11-30T09:00:00Z", "2026-11-30T15:00:00Z"]) {
  const day = toExcelDate(new Date(arrival));
  console.log(`${arrival}: ${day}, ${fromExcelDate(day).toISOString().slice(0, 10)}, ${getExcelDateFromJs(new Date(arrival))}`);
}
JS
seen=$(TZ=UTC node arrivals.js)
right=$(venv/bin/python -c 'from datetime import datetime
from openpyxl.utils.datetime import to_excel
print(to_excel(datetime(2026, 11, 30, 15)))')
echo "js-excel-date-convert 1.0.2 (number and its day), excel-date-to-js 1.1.5:"
echo "$seen"
echo "openpyxl 3.1.5: 2026-11-30T15:00 is $right"
diff <(echo "$seen") - <<'SEEN'
2026-11-30T09:00:00Z: 46356, 2026-11-30, 46356.375
2026-11-30T15:00:00Z: 46357, 2026-12-01, 46356.625
SEEN
[ "$right" = 46356.625 ]
