#!/usr/bin/env bash
# city-timezones, version 1.3.4 (npm), gives cities their time zones. Zhanjiang and Maoming in Guangdong, and cities of Gansu, Qinghai and
# Tibet, have the zone of Xinjiang, two hours earlier than China, so a supplier is called after work. Perm and Penza in Russia have no zone
# at all, and `Intl` takes that for an error. tz-lookup 6.1.25 (npm) finds the zones at the coordinates that the package itself has.
# Expected: Asia/Shanghai or a zone with the same time, Asia/Yekaterinburg and Europe/Moscow. Fails if one of the four cities has it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund city-timezones@1.3.4 tz-lookup@6.1.25
node - <<'NODE'
const { cityMapping } = require("city-timezones");
const zoneAt = require("tz-lookup");
const time = (timeZone) => {
  const format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  return format.formatToParts(new Date("2026-11-30T12:00Z")).find(({ type }) => type === "timeZoneName").value;
};
const named = (city, country) => cityMapping.find((entry) => entry.city === city && entry.iso2 === country);
const [zhanjiang, maoming] = ["Zhanjiang", "Maoming"].map((city) => named(city, "CN"));
const [perm, penza] = ["Perm", "Penza"].map((city) => named(city, "RU"));
for (const { city, province, timezone, lat, lng } of [zhanjiang, maoming, perm, penza])
  console.log(`city-timezones 1.3.4: ${city}, ${province}: ${timezone} (tz-lookup 6.1.25: ${zoneAt(lat, lng)})`);
const inChina = cityMapping.filter(({ iso2, province }) => iso2 === "CN" && !/Xinjiang/.test(province));
const moved = inChina.filter(({ timezone, lat, lng }) => time(timezone) === "GMT+06:00" && time(zoneAt(lat, lng)) === "GMT+08:00");
console.log(`city-timezones 1.3.4: two hours off: ${moved.map(({ city }) => city).join(", ")}`);
const right = [zhanjiang, maoming, perm, penza].map(({ lat, lng }) => time(zoneAt(lat, lng)));
const isRight = right.join() === "GMT+08:00,GMT+08:00,GMT+05:00,GMT+03:00";
process.exit(isRight && moved.includes(zhanjiang) && moved.includes(maoming) && !perm.timezone && !penza.timezone ? 0 : 1);
NODE
