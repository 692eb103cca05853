#!/usr/bin/env bash
# workalendar 17.0.0 (PyPI) has a calendar of Russia and counts working days, for instance until a client must be answered or goods are
# kept for free. The government moves days off each year, and the calendar knows none of these: in 2026 the 9th of January and the 31st of
# December are working days for it, and the Saturdays that were worked for others (the 1st of November 2025) are free. Its calendar of
# China refuses years that it does not know. holidays 0.109 knows the moved days.
# Expected: both days off, or an error. Fails if one of the four days is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check workalendar==17.0.0 holidays==0.109
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
from datetime import date

import holidays
from workalendar.asia import China
from workalendar.europe import Russia

DAYS = [date(2026, 1, 9), date(2026, 12, 31), date(2025, 5, 2), date(2025, 11, 1)]
ours, other = Russia(), holidays.Russia()
seen = [ours.is_working_day(day) for day in DAYS]
right = [other.is_working_day(day) for day in DAYS]
for day, was, expected in zip(DAYS, seen, right):
    print(f"workalendar 17.0.0: {day:%a %Y-%m-%d} is a working day: {was} (holidays 0.109: {expected})")
until = ours.add_working_days(date(2025, 12, 30), 2)
later = other.get_nth_working_day(date(2025, 12, 30), 2)
print(f"workalendar 17.0.0: two working days after 2025-12-30 is {until} (holidays 0.109: {later})")
try:
    answer = China().holidays(2026)
except Exception as refusal:
    answer = str(refusal)
print(f"workalendar 17.0.0: the calendar of China for 2026: {answer}")
is_as_seen = seen == [True, True, True, False] and right == [False, False, False, True]
raise SystemExit(0 if is_as_seen and (until, later) == (date(2026, 1, 9), date(2026, 1, 13)) and "Need configure" in str(answer) else 1)
PYTHON
