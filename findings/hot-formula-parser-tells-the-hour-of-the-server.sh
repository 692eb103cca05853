#!/usr/bin/env bash
# hot-formula-parser, version 4.0.0 (npm), computes formulas of sheets. A time is a part of a day there, 0.75 for six in the evening, and HOUR
# returns the hours by which the zone of the server is ahead of Greenwich instead: 0 on a server with UTC, 5 in Almaty, 8 in Shanghai, for
# every time of the day, and MINUTE is no better. A timetable of lorries has one hour for all. DAY and MONTH are right, and CEILING and FLOOR
# of negative numbers are exchanged: =CEILING(-2.5,-2) is -2, and -4 in Excel.
# Excel, HOUR: 0.75 is 18. formulas 1.3.4 (PyPI) says 18 and -4. Expected: the same. Fails if Almaty has 18 or the ceiling is -4.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund hot-formula-parser@4.0.0
cat >hour.cjs <<'JS'
const { Parser } = require("hot-formula-parser");

console.log(["HOUR(0.75)", "HOUR(0.25)", "CEILING(-2.5,-2)"].map((formula) => new Parser().parse(formula).result).join(" "));
JS
greenwich=$(TZ=UTC node hour.cjs)
almaty=$(TZ=Asia/Almaty node hour.cjs)
shanghai=$(TZ=Asia/Shanghai node hour.cjs)
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check formulas==1.3.4
venv/bin/python - "$greenwich" "$almaty" "$shanghai" <<'PYTHON'
import sys

import formulas
import numpy

CODES = ("HOUR(0.75)", "HOUR(0.25)", "CEILING(-2.5,-2)")
right = [int(numpy.asarray(formulas.Parser().ast(f"={code}")[1].compile()()).ravel()[0]) for code in CODES]
print(f"{', '.join(CODES)}: hot-formula-parser 4.0.0 in UTC {sys.argv[1]}, Almaty {sys.argv[2]}, Shanghai {sys.argv[3]}; formulas 1.3.4 {right}")
raise SystemExit((sys.argv[1:], right) != (["0 0 -2", "5 5 -2", "8 8 -2"], [18, 6, -4]))
PYTHON
