#!/usr/bin/env bash
# chinese-days, version 1.5.7, and chinese-workday, version 1.16.1 (npm), know the days off of China up to 2026. For later days they go by
# the day of the week without an error, so the 1st of January 2027 and the Spring Festival are working days, although the law names them
# for every year. A date of dispatch that is counted in November is weeks early. chinesecalendar 1.11.0 (PyPI) refuses the year, and
# holidays 0.109 knows the days of the law.
# Expected: days off, or an error. Fails if one of the two packages does so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check chinesecalendar==1.11.0 holidays==0.109
npm init -y >/dev/null
npm install --silent --no-audit --no-fund chinese-days@1.5.7 chinese-workday@1.16.1
cat >days.mjs <<'JS'
import { createRequire } from "node:module";
import * as workday from "chinese-workday";
const days = createRequire(import.meta.url)("chinese-days");
// New Year, and the eve and the first days of the Spring Festival.
const off = ["2027-01-01", "2027-02-05", "2027-02-08"];
const first = off.map((day) => days.isWorkday(day));
const second = off.map((day) => workday.isWorkday(day));
console.log(`chinese-days 1.5.7: ${off.map((day, at) => `${day} is a working day: ${first[at]}`).join(", ")}`);
console.log(`chinese-workday 1.16.1: ${off.map((day, at) => `${day} is a working day: ${second[at]}`).join(", ")}`);
const known = [days, workday].every((calendar) => !calendar.isWorkday("2026-01-01") && calendar.isWorkday("2026-10-10"));
process.exit(known && first.every(Boolean) && second.every(Boolean) ? 0 : 1);
JS
TZ=Asia/Shanghai node days.mjs
venv/bin/python - <<'PYTHON'
from datetime import date

import chinese_calendar
import holidays

off = [date(2027, 1, 1), date(2027, 2, 5), date(2027, 2, 8)]
law = holidays.China(years=2027)
print(f"holidays 0.109: {[law.get(day) for day in off]}")
try:
    answer = chinese_calendar.is_workday(off[0])
except NotImplementedError as refusal:
    answer = refusal
print(f"chinesecalendar 1.11.0: {answer}")
raise SystemExit(0 if all(day in law for day in off) and isinstance(answer, NotImplementedError) else 1)
PYTHON
