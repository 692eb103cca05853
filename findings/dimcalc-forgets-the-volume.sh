#!/usr/bin/env bash
# dimcalc 1.0.0 (PyPI) computes the weight that a carrier charges, in grams. Its list of factors has 5 for grams and, as "dhl", 5000, which gives
# kilograms. The calculator takes either and compares the kilograms with the grams of the scales: a box of 60 x 50 x 40 cm with 5 kg
# of pillows has a volume weight of 24 "g", and 5 kg are charged instead of 24. The volume never counts.
# chargeable-weight 0.1.0 (PyPI) has 24 kg for a courier. Expected: 24000 g. Fails if the volume counts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check dimcalc==1.0.0 chargeable-weight==0.1.0
"$folder/venv/bin/python" - <<'PYTHON'
from chargeable_weight import calculate
from dimcalc import DimCalc, Dimensions
from dimcalc.presets import DIMENSIONAL_FACTORS

pillows = Dimensions(length=60, width=50, height=40)
charged = {name: DimCalc(factor).calculate_chargeable_weight(5000, pillows) for name, factor in DIMENSIONAL_FACTORS.items()}
for name, weight in charged.items():
    print(f"dimcalc 1.0.0, {name}: volume {weight.dimensional_weight} g, charged {weight.chargeable_weight} g")
right = calculate(mode="courier", length=60, width=50, height=40, actual_weight=5)
print(f"chargeable-weight 0.1.0: {right}")
PYTHON
