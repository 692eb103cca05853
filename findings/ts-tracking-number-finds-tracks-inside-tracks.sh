#!/usr/bin/env bash
# ts-tracking-number, version 1.0.17 (npm): `findTracking` searches a text for tracks of American carriers and of posts, and begins in the
# middle of longer ones. Every track of SF Express (SF and 13 digits) has a track of Amazon inside, which begins with its F, and one of
# ten also one of FedEx. Tracks with YT, JT or 14 digits have false ones too. `getTracking` of the same numbers finds none.
# Expected: no track. Fails if a message with tracks of SF Express has none.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ts-tracking-number@1.0.17
node - <<'NODE'
const { findTracking, getTracking } = require("ts-tracking-number");
const digits = (at, length) => String(1029384756123 + at * 7654321).padStart(length, "7");
const tracks = (prefix, length) => Array.from({ length: 200 }, (_, at) => prefix + digits(at, length));
const share = (all, isFound) => all.filter(isFound).length / all.length;
const found = (track) => findTracking(`快递单号 ${track} 已发货`).length > 0;
const whole = (track) => getTracking(track) !== undefined;
const carriers = { SF: tracks("SF", 13), YT: tracks("YT", 13), JT: tracks("JT", 13), "14 digits": tracks("", 14) };
const seen = Object.entries(carriers).map(([name, all]) => [name, share(all, found), share(all, whole)]);
for (const [name, inText, alone] of seen) console.log(`${name}: ${inText * 100} % in a text, ${alone * 100} % alone`);
const [first] = findTracking("SF1031234567890");
console.log(`ts-tracking-number 1.0.17: SF1031234567890 has ${first?.name} ${first?.trackingNumber}`);
const isAsSeen = seen[0][1] === 1 && seen.every(([, inText, alone]) => inText > 0 && alone === 0);
process.exit(isAsSeen && first?.trackingNumber === "F1031234567" ? 0 : 1);
NODE
