#!/usr/bin/env bash
# vcf, version 2.1.2 (npm), reads contacts, and leaves the escapes of the format in the texts (RFC 2426, section 4; RFC 6350, section 3.4): the
# address "Lesnaya st., 5" of a client arrives as "Lesnaya st.\, 5" on the label, and the break of a note is the two signs "\n". A card
# with bare line feeds, as bots send and Android writes them, ends with "Unsupported version". Names without a comma are right, so a short
# test passes. Expected: the texts, which ical.js 2.2.1 (npm) reads. Fails if one is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund vcf@2.1.2 ical.js@2.2.1
node - <<'NODE'
const vCard = require("vcf");

const LINES = ["BEGIN:VCARD", "VERSION:3.0", "N:Ivanov;Ivan;;;", "FN:Ivan Ivanov", "ORG:Romashka\\, Moscow"];
LINES.push("ADR;TYPE=HOME:;;Lesnaya st.\\, 5;Moscow;;101000;Russia", "NOTE:call first\\nleave at the door", "END:VCARD");
const text = LINES.join("\r\n") + "\r\n";
(async () => {
  const module_ = await import("ical.js");
  const ical = module_.default ?? module_;
  const right = new ical.Component(ical.parse(text));
  const [card] = vCard.parse(text);
  const values = Object.fromEntries(card.toJSON()[1].map(([name, , , value]) => [name, value]));
  const seen = { street: values.adr[2], company: values.org, note: values.note };
  const others = { street: right.getFirstPropertyValue("adr")[2], note: right.getFirstPropertyValue("note") };
  console.log("vcf 2.1.2:", seen);
  console.log("ical.js 2.2.1:", others);
  let refusal = null;
  try {
    vCard.parse(LINES.join("\n"));
  } catch (error) {
    refusal = error.message;
  }
  console.log(`vcf 2.1.2, line feeds: ${refusal}`);
  const isWrong = seen.street === "Lesnaya st.\\, 5" && seen.note === "call first\\nleave at the door" && seen.company.includes("\\,");
  process.exit(isWrong && refusal !== null && others.street === "Lesnaya st., 5" ? 0 : 1);
})();
NODE
