#!/usr/bin/env bash
# hyperformula, version 3.5.0 (npm), computes the formulas of sheets. TEXT writes 0.12 in the format 0% as 0%, so a duty of 12 % in a sentence
# of an invoice is no duty, and 1250.50 in #,##0.00 as 1251,##0.00, with a price that is rounded. Dates and
# 0.00 are right, and what it does not know of a format stays as it is, without an error. INT cuts instead of rounding down: a balance of -1.5 is -1, and -2 in Excel.
# Excel, TEXT and INT. formulas 1.3.4 (PyPI) writes 12% and 1,250.50 and computes -2. Expected: the same. Fails if one of them is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund hyperformula@3.5.0
cat >text.cjs <<'JS'
const { HyperFormula } = require("hyperformula");

const formulas = [['=TEXT(0.12,"0%")', '=TEXT(1250.5,"#,##0.00")', "=INT(-1.5)", "=INT(1.5)"]];
console.log(HyperFormula.buildFromArray(formulas, { licenseKey: "gpl-v3" }).getSheetValues(0)[0].join(" "));
JS
seen=$(node text.cjs)
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check formulas==1.3.4
venv/bin/python - "$seen" <<'PYTHON'
import sys

import formulas
import numpy

CODES = ('TEXT(0.12,"0%")', 'TEXT(1250.5,"#,##0.00")', "INT(-1.5)", "INT(1.5)")
right = " ".join(f"{numpy.asarray(formulas.Parser().ast(f'={code}')[1].compile()()).ravel()[0]}" for code in CODES)
print(f"{', '.join(CODES)}: hyperformula 3.5.0 {sys.argv[1]}, formulas 1.3.4 {right}")
raise SystemExit((sys.argv[1], right) != ("0% 1251,##0.00 -1 1", "12% 1,250.50 -2 1"))
PYTHON
