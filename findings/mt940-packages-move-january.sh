#!/usr/bin/env bash
# mt940js 1.3.5, swiftmessageparser 1.2.1 and @centrapay/swift-parser 1.0.1 (npm) read bank statements (MT940). A line has the date of its
# value with a year and the date of its booking without one. They give the booking the year of the value, also when the year ends between
# the two: value on the 31st of December 2026, booked on the 4th of January, becomes January 2026. The money of the first days of a year is
# outside of its statement. mt-940 5.1.1 (PyPI) reads 2027.
# Expected: 2027-01-04. Fails if one of them reads it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check mt-940==5.1.1
npm init -y >/dev/null
npm install --silent --no-audit --no-fund mt940js@1.3.5 swiftmessageparser@1.2.1 @centrapay/swift-parser@1.0.1
printf '%s\r\n' ':20:STMT1' ':25:40702156000000000001' ':28C:00001/001' ':60F:C261231CNY1000,' \
  ':61:2612310104C250,NTRFORDER17//B1' ':86:Order 17' ':62F:C270104CNY1250,' >statement.sta
node - <<'NODE'
const { Parser } = require("mt940js");
const text = require("fs").readFileSync("statement.sta", "utf8");
const readers = {
  "mt940js 1.3.5": () => new Parser().parse(text),
  "swiftmessageparser 1.2.1": () => require("swiftmessageparser").parse({ type: "mt940", data: text }),
  "@centrapay/swift-parser 1.0.1": () => require("@centrapay/swift-parser").parse({ type: "mt940", data: text }),
};
const booked = Object.entries(readers).map(([name, read]) => {
  const [{ date, entryDate }] = read()[0].transactions;
  const day = (moment) => moment.toISOString().slice(0, 10);
  console.log(`${name}: value ${day(date)}, booked ${day(entryDate)}`);
  return `${day(date)} ${day(entryDate)}`;
});
process.exit(booked.every((days) => days === "2026-12-31 2026-01-04") ? 0 : 1);
NODE
venv/bin/python - <<'PYTHON'
import mt940

[entry] = mt940.parse(open("statement.sta", newline="").read())
print(f"mt-940 5.1.1: value {entry.data['date']}, booked {entry.data['entry_date']}")
raise SystemExit(str(entry.data["entry_date"]) != "2027-01-04")
PYTHON
