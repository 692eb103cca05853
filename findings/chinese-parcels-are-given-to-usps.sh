#!/usr/bin/env bash
# tracking-number-validation 2.0.2 (npm) and drogher 0.0.2 (PyPI) name the carrier of a track. A track of the post ends with the letters of
# its country (S10 of the Universal Postal Union), and the packages do not read them: letters from China, Russia, Kazakhstan and
# Belarus belong to the post of the USA, and the client gets a link to its pages. tracking-url 1.0.1 (npm) does so with the express
# of China (EB...CN). ts-tracking-number 1.0.17 (npm) says S10, which is right and no carrier yet.
# Expected: the post of the country, or nothing. Fails if one of the three packages reads the country.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check drogher==0.0.2
npm init -y >/dev/null
npm install --silent --no-audit --no-fund tracking-number-validation@2.0.2 tracking-url@1.0.1 ts-tracking-number@1.0.17
tracks=(RB123456785CN EB123456785CN RR123456785RU RR123456785KZ CP123456785BY)
cat >carriers.js <<'JS'
const validation = require("tracking-number-validation");
const url = require("tracking-url");
const { getTracking } = require("ts-tracking-number");
for (const track of process.argv.slice(2)) {
  console.log(`${track}: ${validation.getCourier(track)[0]}, ${url(track)?.name}, ${getTracking(track)?.courier.code}`);
}
JS
echo "tracking-number-validation 2.0.2, tracking-url 1.0.1, ts-tracking-number 1.0.17:"
npm_says=$(node carriers.js "${tracks[@]}")
echo "$npm_says"
pypi_says=$(venv/bin/python -c 'import sys, drogher; print(*[drogher.barcode(track).shipper for track in sys.argv[1:]])' "${tracks[@]}")
echo "drogher 0.0.2: $pypi_says"
diff <(echo "$npm_says") - <<'SEEN'
RB123456785CN: usps, undefined, s10
EB123456785CN: usps, usps, s10
RR123456785RU: usps, undefined, s10
RR123456785KZ: usps, undefined, s10
CP123456785BY: usps, undefined, s10
SEEN
[ "$pypi_says" = "USPS USPS USPS USPS USPS" ]
