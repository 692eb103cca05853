#!/usr/bin/env bash
# iso-container 1.1.0 and shippingcontainernumbervalidate 1.0.8 (PyPI) check the numbers of sea containers (ISO 6346). The check digit is a
# remainder of 11, and a remainder of 10 is written as 0. They compare 10 with the digit, so they refuse every such number: one of eleven
# serial numbers of an owner. A cargo list with such a container is not accepted. is-container 2.0.0 (npm) and iso6346-containers 0.2.1
# (PyPI) accept all of them.
# Expected: all numbers. Fails if one with a remainder of 10 is accepted.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check iso-container==1.1.0 shippingcontainernumbervalidate==1.0.8 iso6346-containers==0.2.1
npm init -y >/dev/null
npm install --silent --no-audit --no-fund is-container@2.0.0
venv/bin/python - <<'PYTHON'
import importlib
import json
import pkgutil
import subprocess
from importlib.metadata import files

import iso6346
from iso_container import validate_container

LETTERS = "0123456789A?BCDEFGHIJK?LMNOPQRSTU?VWXYZ"
[module] = {path.parts[0] for path in files("shippingcontainernumbervalidate") if path.name == "__init__.py"}
package = importlib.import_module(module)
parts = [importlib.import_module(f"{module}.{part.name}") for part in pkgutil.iter_modules(package.__path__)]
[second] = {part.validate_container_number for part in [package, *parts] if hasattr(part, "validate_container_number")}


def is_accepted(number):
    try:
        return iso6346.validate(number)
    except ValueError:
        return False


numbers = {"10": [], "other": []}
for serial in range(300000, 300220):
    body = f"CSQU{serial}"
    remainder = sum(LETTERS.index(letter) << place for place, letter in enumerate(body)) % 11
    numbers["10" if remainder == 10 else "other"].append(f"{body}{remainder % 10}")
program = "const m = require('is-container'); const f = m.default ?? m; console.log(JSON.stringify(JSON.parse(process.argv[1]).map(f)))"
seen = {}
for kind, of_kind in numbers.items():
    answer = subprocess.run(["node", "-e", program, json.dumps(of_kind)], capture_output=True, text=True, check=True)
    seen[kind] = [
        sum(map(validate_container, of_kind)),
        sum(second(number) is True for number in of_kind),
        sum(map(is_accepted, of_kind)),
        sum(json.loads(answer.stdout)),
    ]
    print(f"{len(of_kind)} numbers with the remainder {kind}: accepted {seen[kind]} (the two packages, then the two others)")
count, other = len(numbers["10"]), len(numbers["other"])
raise SystemExit(seen != {"10": [0, 0, count, count], "other": [other] * 4} or count != 20)
PYTHON
