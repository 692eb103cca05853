#!/usr/bin/env bash
# gs1-prefix 1.0.0 (PyPI) names the country whose GS1 gave a number out, also for GTIN-14, the form in DataMatrix and on cartons. It reads the first
# three digits, but in GTIN-14 the first digit is the level of packing: goods of China (690) are of the USA in DataMatrix, goods of Russia
# (460) are "restricted distribution within a company", and their cartons are of nobody. The country of Vietnam is VD instead of VN.
# GS1 General Specifications 3.2: the prefix of a GTIN-14 begins at its second digit, as `get_gcp` of gtin 1.3 (PyPI) has it.
# Expected: China. Fails if the DataMatrix has the country of the EAN-13.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check gs1-prefix==1.0.0 gtin==1.3.1649173518
"$folder/venv/bin/python" - <<'PYTHON'
import gs1_prefix
from gtin import get_gcp


def country(number):
    found = gs1_prefix.lookup(number).range
    return found and (found.organisation_country_code or found.note)


seen = []
for goods, datamatrix, carton in (
    ("6901234567892", "06901234567892", "16901234567899"),
    ("4600000000015", "04600000000015", "14600000000012"),
):
    seen.append([country(number) for number in (goods, datamatrix, carton)])
    print(f"gs1-prefix 1.0.0: {goods} {seen[-1][0]}, in DataMatrix {datamatrix} {seen[-1][1]}, carton {carton} {seen[-1][2]}")
    print(f"gtin 1.3: the prefix of {carton} begins with {get_gcp(carton)[:3]}")
vietnam = country("8930000000019")
print(f"gs1-prefix 1.0.0: 893 is {vietnam}, ISO 3166 has VN")
right = [get_gcp(carton)[:3] for carton in ("16901234567899", "14600000000012")]
is_as_seen = seen == [["CN", "US", None], ["RU", "Restricted distribution within a company", None]] and vietnam == "VD"
raise SystemExit(0 if is_as_seen and right == ["690", "460"] else 1)
PYTHON
