#!/usr/bin/env bash
# convert-units 2.3.4 (npm) has "t" for the ton of the USA, 2000 pounds, and "mt" for the tonne. In the papers of cargo, and in the SI brochure (table
# 8), t is the tonne of 1000 kg, so a truck of 12 t weighs 10886 kg, nine per cent less than it does, and no
# error is raised.
# Pint 0.25.3 (PyPI) has 1000 kg for t. Expected: 12000. Fails if it is that.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check Pint==0.25.3
npm init -y >/dev/null
npm install --silent --no-audit --no-fund convert-units@2.3.4
seen=$(node -e 'const convert = require("convert-units");
console.log(convert(12).from("t").to("kg").toFixed(1), convert(12000).from("kg").to("t").toFixed(2), convert(12).from("mt").to("kg"), convert().describe("t").singular)')
right=$(venv/bin/python -c 'import pint; print(pint.UnitRegistry()("12 t").to("kg").magnitude)')
echo "convert-units 2.3.4: 12 t in kg, 12000 kg in t, 12 mt in kg, the name of t: $seen"
echo "Pint 0.25.3: 12 t are $right kg"
[ "$seen" = "10886.2 13.23 12000 Ton" ]
[ "$right" = 12000.0 ]
