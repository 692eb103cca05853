#!/usr/bin/env bash
# windows-iana 5.1.0 (npm) translates time zones of Windows, which calendars and mail of Outlook carry, into IANA zones. "Central Asia Standard Time"
# is UTC+6, the time of Bishkek, and the package has Almaty first, which has UTC+5 since the 1st of March 2024. A call that a client in
# Bishkek sets for 10:00 is shown for 10:00 of Almaty, 11:00 in Bishkek.
# tzlocal 5.4.5 (PyPI), from newer tables of CLDR, has Bishkek. Expected: a zone of UTC+6. Fails if the first zone has it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check tzlocal==5.4.5 tzdata==2026.6
npm init -y >/dev/null
npm install --silent --no-audit --no-fund windows-iana@5.1.0
cat >zone.mjs <<'JS'
import { findIana } from "windows-iana";
console.log(findIana("Central Asia Standard Time")[0]);
JS
zone=$(node zone.mjs)
venv/bin/python - "$zone" <<'PYTHON'
import sys
from datetime import datetime
from zoneinfo import ZoneInfo

from tzlocal.windows_tz import win_tz

right = win_tz["Central Asia Standard Time"]
hours = [datetime(2026, 11, 30, 10, tzinfo=ZoneInfo(zone)).astimezone(ZoneInfo("UTC")).hour for zone in (sys.argv[1], right)]
print(f"windows-iana 5.1.0: {sys.argv[1]}, 10:00 is {hours[0]}:00 UTC; tzlocal 5.4.5: {right}, 10:00 is {hours[1]}:00 UTC")
raise SystemExit((sys.argv[1], right, hours) != ("Asia/Almaty", "Asia/Bishkek", [5, 4]))
PYTHON
