#!/usr/bin/env bash
# chrono-node, version 2.10.3 (npm), reads Chinese times and takes 晚上12点, twelve at night, for noon: sales in Chinese shops end 今晚12点,
# at midnight, and the deadline comes twelve hours early, often in the past. 晚上11点 becomes 23:00, which is right. Of 三点一刻, a quarter past
# three, it keeps 一 and reads 3:01. jionlp 1.5.31 (PyPI) reads the midnight. Expected: 2026-12-01 00:00 and 3:15.
# Fails if one of them is read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check jionlp==1.5.31
npm init -y >/dev/null
npm install --silent --no-audit --no-fund chrono-node@2.10.3
node - <<'NODE'
const { zh } = require("chrono-node");
const now = new Date(2026, 10, 30, 18, 0);
const twoDigits = (number) => String(number).padStart(2, "0");
const read = (text) => {
  const [found] = zh.hans.parse(text, now);
  const time = found.start.date();
  return `${time.getDate()}. ${time.getHours()}:${twoDigits(time.getMinutes())}`;
};
const texts = ["今晚12点前付款", "晚上十二点半", "晚上11点", "三点一刻"];
const seen = texts.map(read);
console.log(`chrono-node 2.10.3 on the 30th at 18:00: ${texts.map((text, at) => `${text} is ${seen[at]}`).join(", ")}`);
process.exit(JSON.stringify(seen) === JSON.stringify(["30. 12:00", "30. 12:30", "30. 23:00", "30. 3:01"]) ? 0 : 1);
NODE
venv/bin/python - <<'PYTHON'
import time
import jionlp

now = time.mktime((2026, 11, 30, 18, 0, 0, 0, 0, -1))
begin = jionlp.parse_time("晚上12点", time_base=now)["time"][0]
print(f"jionlp 1.5.31: 晚上12点 is {begin}")
assert begin == "2026-12-01 00:00:00", begin
PYTHON
