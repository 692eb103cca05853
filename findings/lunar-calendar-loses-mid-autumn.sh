#!/usr/bin/env bash
# lunar-calendar, version 0.1.4 (npm), finds the festivals of China, on which factories close. It counts the days of a year in hours of
# the computer's zone: where clocks are put forward, in most of Europe, a summer day is an hour short of a whole one. The 25th of September
# 2026 is then the 14.96th of the eighth month, without a name and without the Mid-Autumn Festival, and the Dragon Boat Festival is missing
# too. In China's own zone all this befalls the summers of 1986 to 1991, when it had summer time, the birthdays of many clients.
# lunar-javascript 1.7.7 (npm) has both festivals. Expected: 15 and 中秋节 in every zone. Fails if Berlin has them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund lunar-calendar@0.1.4 lunar-javascript@1.7.7
cat >festival.cjs <<'JS'
const { Solar } = require("lunar-javascript");
const calendar = require("lunar-calendar");

for (const [year, month, day] of [[2026, 9, 25], [2026, 6, 19], [1988, 7, 1]]) {
  const seen = calendar.solarToLunar(year, month, day);
  const right = Solar.fromYmd(year, month, day).getLunar();
  console.log(year, month, day, seen.lunarDay.toFixed(2), seen.lunarFestival ?? "none", "right:", right.getDay(), right.getFestivals()[0] ?? "none");
}
JS
shanghai=$(TZ=Asia/Shanghai node festival.cjs)
berlin=$(TZ=Europe/Berlin node festival.cjs)
echo "lunar-calendar 0.1.4, server in Shanghai:"
echo "$shanghai"
echo "lunar-calendar 0.1.4, server in Berlin:"
echo "$berlin"
[ "$shanghai" = "2026 9 25 15.00 中秋节 right: 15 中秋节
2026 6 19 5.00 端午节 right: 5 端午节
1988 7 1 17.96 none right: 18 none" ]
[ "$berlin" = "2026 9 25 14.96 none right: 15 中秋节
2026 6 19 4.96 none right: 5 端午节
1988 7 1 17.96 none right: 18 none" ]
