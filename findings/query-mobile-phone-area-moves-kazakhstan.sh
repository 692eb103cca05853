#!/usr/bin/env bash
# query-mobile-phone-area, version 1.0.6 (npm), finds the country of a phone number. Russia and Kazakhstan have the code 7, and Kazakhstan
# has the numbers that go on with 6 or 7 (+7 701, +7 727). The package has Kazakhstan in its list and never finds it by a number: clients of
# Almaty are in Russia, with its forms and prices. Of Chinese numbers it knows none of 166, 192 and 199, which are in use for years.
# libphonenumber-js 1.12.31 (npm) finds the country. Expected: KZ. Fails if one of the numbers is of Kazakhstan.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund query-mobile-phone-area@1.0.6 libphonenumber-js@1.12.31
node - <<'NODE'
const query = require("query-mobile-phone-area");
const { parsePhoneNumber } = require("libphonenumber-js/max");
const seen = [];
const right = [];
for (const number of ["79160001122", "77010001122", "77270001122"]) {
  seen.push(query.queryCountry(number).code);
  right.push(parsePhoneNumber(`+${number}`).country);
  console.log(`${number}: query-mobile-phone-area 1.0.6 ${seen.at(-1)}, libphonenumber-js ${right.at(-1)}`);
}
const areas = ["13800138000", "16600001111", "19200001111", "19900001111"].map((number) => query(number)?.type);
console.log(`operators of 138, 166, 192 and 199: ${areas.map(String).join(", ")}`);
const isAsSeen = String(seen) === "RU,RU,RU" && String(right) === "RU,KZ,KZ" && areas.slice(1).every((area) => area === undefined);
process.exit(isAsSeen && areas[0] === "中国移动" ? 0 : 1);
NODE
