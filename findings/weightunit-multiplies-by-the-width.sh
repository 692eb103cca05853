#!/usr/bin/env bash
# weightunit 0.0.4 (PyPI) computes the weight of goods from their Chinese title. It knows 斤, kg and counts such as 2.5kg*2袋, and
# takes every × for a count. The size of a blanket is one too: 毛毯200cm*230cm 2.5kg weighs 230 × 2.5 kg, which is 575 kg. If the size has no
# unit on its first side, 棉被200*230cm 6斤, the area is the weight: 46 kg instead of 3. There is no error.
# Expected: 2500 and 3000 grams, or nothing. Fails if one of them is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check weightunit==0.0.4
venv/bin/python - <<'PYTHON'
import weightunit

weightunit.DEBUG = False
GRAMS = {"新疆苹果5斤装": 2500, "大米2.5kg*2袋": 5000, "毛毯200cm*230cm 2.5kg": 2500, "棉被200*230cm 6斤": 3000}


def grams(title):
    units = weightunit.parse_str(title)
    return None if units is None else units.calc_weight()


seen = {title: grams(title) for title in GRAMS}
for title, right in GRAMS.items():
    print(f"weightunit 0.0.4: {title}: {seen[title]} g, right are {right} g")
raise SystemExit(list(seen.values()) != [2500, 5000, 575000, 46000])
PYTHON
