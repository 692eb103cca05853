#!/usr/bin/env bash
# edifact, version 1.2.12 (npm), reads messages of carriers and ports (EDIFACT). The first segment names the letters of a message: UNOA to
# UNOD are Latin, UNOE (ISO 8859-5) is Cyrillic, UNOF Greek, UNOW UTF-8. The package knows four of the names, UNOA, UNOB, UNOC and UNOY, and
# ends with an error on the others, so no booking with a Russian consignee can be read. pydifact 0.2.3 (PyPI) reads them.
# Expected: the name of the consignee. Fails if a message with UNOE is read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund edifact@1.2.12
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check pydifact==0.2.3
cat > read.js <<'NODE'
const { Reader } = require("edifact");
function consignee(letters, name) {
  try {
    const message = `UNB+${letters}:3+A+B+261130:1200+1'UNH+1+IFTMIN:D:96A:UN'NAD+CN+++${name}'UNT+3+1'UNZ+1+1'`;
    return new Reader().parse(message).find((segment) => segment.name === "NAD").elements[3][0];
  } catch (problem) {
    return problem.message;
  }
}
const levels = ["UNOA", "UNOB", "UNOC", "UNOD", "UNOE", "UNOF", "UNOW", "UNOY"];
const seen = levels.map((level) => consignee(level, "PETROV"));
levels.forEach((level, place) => console.log(`edifact 1.2.12: ${level} PETROV: ${seen[place]}`));
const cyrillic = consignee("UNOE", "Петров");
console.log(`edifact 1.2.12: UNOE Петров: ${cyrillic}`);
const read = levels.filter((_, place) => seen[place] === "PETROV");
process.exit(String(read) === "UNOA,UNOB,UNOC,UNOY" && /No definition found/.test(cyrillic) ? 0 : 1);
NODE
node read.js
venv/bin/python -W ignore - <<'PYTHON'
from pydifact.segmentcollection import Interchange

text = "UNB+UNOE:3+A+B+261130:1200+1'UNH+1+IFTMIN:D:96A:UN'NAD+CN+++Петров'UNT+3+1'UNZ+1+1'"
[name] = [segment.elements[3] for segment in Interchange.from_str(text).segments if segment.tag == "NAD"]
print(f"pydifact 0.2.3: UNOE Петров: {name}")
raise SystemExit(name != "Петров")
PYTHON
