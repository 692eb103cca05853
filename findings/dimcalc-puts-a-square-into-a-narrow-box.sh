#!/usr/bin/env bash
# dimcalc 1.0.0 (PyPI) chooses the box for goods. It compares the longest sides and the volumes only, so a plate of 30 x 30 x 2 cm goes into the
# box of 30 x 25 x 15 cm, and the price of the parcel is that of a box in which it does not fit. `can_fit` says that 60 x 60 x 2 cm fits
# into a box of 60 x 45 x 35 cm.
# py3dbp 1.1.2 (PyPI), which tries all six turns, takes the next box, 40 x 30 x 20 cm, and none for the large plate.
# Expected: the next box. Fails if the plate gets one in which it fits.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check dimcalc==1.0.0 py3dbp==1.1.2
"$folder/venv/bin/python" - <<'PYTHON'
from dimcalc import Dimensions, Product
from dimcalc.presets import IRAN_POST_BOXES, get_iran_post_selector
from py3dbp import Bin, Item, Packer

selector = get_iran_post_selector()


def goods(side):
    return [Product(weight=500, dimensions=Dimensions(length=side, width=side, height=2))]


def fits(side, box):
    packer = Packer()
    packer.add_bin(Bin(box.id, box.length, box.width, box.height, 30))
    packer.add_item(Item("plate", side, side, 2, 0.5))
    packer.pack()
    return bool(packer.bins[0].items)


chosen = selector.select_box(goods(30)).box
right = [next((box.name for box in IRAN_POST_BOXES if fits(side, box)), None) for side in (30, 60)]
print(f"dimcalc 1.0.0: 30 x 30 x 2 cm goes into {chosen.length} x {chosen.width} x {chosen.height} cm, fits: {fits(30, chosen)}")
print(f"dimcalc 1.0.0: 60 x 60 x 2 cm fits into a box: {selector.can_fit(goods(60))}")
print(f"py3dbp 1.1.2: the boxes for the two are {right}")
is_as_seen = chosen.name == "L" and not fits(30, chosen) and selector.can_fit(goods(60))
raise SystemExit(0 if is_as_seen and right == ["XL - Post Standard", None] else 1)
PYTHON
