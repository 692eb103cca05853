#!/usr/bin/env bash
# address-normalizer 2.0.0 (PyPI) splits Russian addresses for parcels. In "Одинцовский г.о.", an urban district, as most of the Moscow
# Region is now, it takes the о for a city and the district for a street. House 4к2 (house 4, building 2) is the village 4К, house 2, and
# "Мира 5 а" is a street without a house. The confidence is over 0.9 and there is no warning, so nothing asks the client.
# Expected: no city О, house 4 with building 2, house 5а. Fails if one of them is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check address-normalizer==2.0.0
venv/bin/python - <<'PYTHON'
from address_normalizer import parse

PARTS = ["region", "city", "settlement", "street", "house_num", "corpus", "apartment"]
ADDRESSES = [
    "Новосибирская обл., г. Новосибирск, ул. Ленина, д. 5, кв. 12",
    "Московская область, Одинцовский г.о., д. Жуковка, д. 12",
    "г. Орёл, пер. Речной, д. 4к2, кв. 17",
    "с. Ленинское, ул. Мира 5 а",
]
seen = []
for address in ADDRESSES:
    result = parse(address)
    parts = {name: getattr(result, name).value for name in PARTS if getattr(result, name) is not None}
    seen.append((parts, result.confidence, len(result.warnings)))
    print(f"{address}: {parts}, confidence {result.confidence:.2f}, warnings {result.warnings}")
usual, district, building, letter = (parts for parts, _, _ in seen)
is_sure = all(confidence > 0.9 and warnings == 0 for _, confidence, warnings in seen)
is_as_seen = usual["house_num"] == "5" and district["city"] == "О" and district["street"] == "Одинцовский"
is_as_seen = is_as_seen and building["settlement"] == "4К" and building["house_num"] == "2" and "house_num" not in letter
raise SystemExit(0 if is_sure and is_as_seen else 1)
PYTHON
