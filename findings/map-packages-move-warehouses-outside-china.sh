#!/usr/bin/env bash
# coordtransform 2.1.2 and gcoord 1.0.7 (npm), and eviltransform 0.1.1 (PyPI), convert positions of GPS to those of Chinese maps, which are
# shifted inside China only. They take a rectangle for China, with Almaty, Bishkek, Irkutsk, Ulaanbaatar and Vladivostok in it, and shift
# the warehouses there by 244 to 620 metres: a lorry at the gate is in the next street, and no arrival is noticed.
# Tashkent and Astana stay. Expected: no shift in the four countries. Fails if one of the five cities stays.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund coordtransform@2.1.2 gcoord@1.0.7
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check eviltransform==0.1.1
cat > cities.json <<'JSON'
{"Almaty": [76.8897, 43.2389], "Bishkek": [74.5698, 42.8746], "Irkutsk": [104.2964, 52.2978], "Ulaanbaatar": [106.9057, 47.8864],
 "Vladivostok": [131.8855, 43.1155], "Guangzhou": [113.2644, 23.1291], "Tashkent": [69.2401, 41.2995], "Astana": [71.4304, 51.1605]}
JSON
node - <<'NODE'
const { readFileSync, writeFileSync } = require("node:fs");
const coordtransform = require("coordtransform");
const gcoord = require("gcoord");
const cities = JSON.parse(readFileSync("cities.json", "utf8"));
const shifted = {};
for (const [city, place] of Object.entries(cities)) {
  shifted[city] = [coordtransform.wgs84togcj02(...place), gcoord.transform(place, gcoord.WGS84, gcoord.GCJ02)];
}
writeFileSync("shifted.json", JSON.stringify(shifted));
NODE
venv/bin/python - <<'PYTHON'
import json

import eviltransform

with open("cities.json") as cities, open("shifted.json") as shifted:
    cities, shifted = json.load(cities), json.load(shifted)
metres = {}
for city, (longitude, latitude) in cities.items():
    places = [(there[1], there[0]) for there in shifted[city]] + [eviltransform.wgs2gcj(latitude, longitude)]
    metres[city] = [round(eviltransform.distance(latitude, longitude, *place)) for place in places]
    print(f"{city}: coordtransform 2.1.2, gcoord 1.0.7 and eviltransform 0.1.1 shift by {metres[city]} m")
moved = ["Almaty", "Bishkek", "Irkutsk", "Ulaanbaatar", "Vladivostok", "Guangzhou"]
is_moved = all(min(metres[city]) > 200 for city in moved)
raise SystemExit(0 if is_moved and metres["Tashkent"] == metres["Astana"] == [0, 0, 0] else 1)
PYTHON
