#!/usr/bin/env bash
# formulas, version 1.3.4 (PyPI), computes the formulas of .xlsx files. In TEXT with a day or month of one letter (d, m), which Chinese and Russian
# sheets have (d.m.yyyy, m月d日), it cuts the zero at the end: the 30th of November is the 3rd, the 10th of October is the 1st of January, in
# the text of a label or a contract. dd.mm.yyyy is right, and so are all days without a zero, so a test passes on 28 days of a month.
# Excel, TEXT: d is the day without a leading zero. hyperformula 3.5.0 (npm) writes 30.11.2026.
# Expected: 30.11.2026 and 10.10.2026. Fails if one of them is written.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund hyperformula@3.5.0
cat >right.cjs <<'JS'
const { HyperFormula } = require("hyperformula");

const formulas = [["=TEXT(46356,\"d.m.yyyy\")", "=TEXT(46305,\"d.m.yyyy\")", "=TEXT(46356,\"dd.mm.yyyy\")"]];
console.log(HyperFormula.buildFromArray(formulas, { licenseKey: "gpl-v3" }).getSheetValues(0)[0].join(" "));
JS
right=$(node right.cjs)
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check formulas==1.3.4
venv/bin/python - "$right" <<'PYTHON'
import sys

import formulas
import numpy

CODES = ('TEXT(46356,"d.m.yyyy")', 'TEXT(46305,"d.m.yyyy")', 'TEXT(46356,"dd.mm.yyyy")')
seen = [str(numpy.asarray(formulas.Parser().ast(f"={code}")[1].compile()()).ravel()[0]) for code in CODES]
for code, first, second in zip(CODES, seen, sys.argv[1].split()):
    print(f"{code}: formulas 1.3.4 writes {first}, hyperformula 3.5.0 writes {second}")
raise SystemExit((" ".join(seen), sys.argv[1]) != ("3.11.2026 1.1.2026 30.11.2026", "30.11.2026 10.10.2026 30.11.2026"))
PYTHON
