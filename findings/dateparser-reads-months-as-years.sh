#!/usr/bin/env bash
# dateparser 1.5.0 (PyPI): Chinese carriers and shops write the events of a parcel with month, day and time, 09-15 08:00. If the language
# is said to be Chinese, the month is read as a year, and the month of today is added: November 2009. Without the language, or with
# English, the same text is read as the 15th of September. A date with a year is right in both.
# Expected: 2026-09-15 08:00. Fails if it is read in Chinese.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check dateparser==1.5.0
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
from datetime import datetime
import dateparser

NOW = {"RELATIVE_BASE": datetime(2026, 11, 30, 18, 0)}


def read(text, languages):
    return str(dateparser.parse(text, languages=languages, settings=NOW))


for text in ("09-15 08:00", "11-11 20:00", "2026-09-15 08:00"):
    print(f"dateparser {dateparser.__version__}, {text}: Chinese {read(text, ['zh'])}, English {read(text, ['en'])}")
assert read("09-15 08:00", ["zh"]) == "2009-11-15 08:00:00"
assert read("11-11 20:00", ["zh"]) == "2011-11-30 20:00:00"
assert read("09-15 08:00", ["en"]) == read("09-15 08:00", None) == "2026-09-15 08:00:00"
assert read("2026-09-15 08:00", ["zh"]) == "2026-09-15 08:00:00"
PYTHON
