#!/usr/bin/env bash
# chargeable-weight 0.1.0 converts sides by floating point. A box of 112 × 50 × 60 cm that weighs exactly its volumetric weight is
# charged by its actual 67.2 kg if the sides are in centimetres, and by a volumetric 67.20000000000002 kg if the same sides are in
# metres, so that a tariff with a step of 0.1 kg charges 67.3 kg. Expected: the same weight and basis in each unit.
# Fails if both units agree.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check chargeable-weight==0.1.0
"$folder/venv/bin/python" - <<'PYTHON'
from decimal import ROUND_CEILING, Decimal

from chargeable_weight import calculate

centimetres = calculate(112, 50, 60, actual_weight=67.2, mode="courier", unit="cm")
metres = calculate(1.12, 0.5, 0.6, actual_weight=67.2, mode="courier", unit="m")


def charged(result):
    exact = Decimal(repr(result.chargeable_weight_kg))
    return exact.quantize(Decimal("0.1"), rounding=ROUND_CEILING), result.basis


print(f"chargeable-weight 0.1.0: {charged(centimetres)} in centimetres, {charged(metres)} in metres")
assert charged(centimetres) == (Decimal("67.2"), "actual"), charged(centimetres)
assert charged(metres) == (Decimal("67.3"), "volumetric"), charged(metres)
PYTHON
