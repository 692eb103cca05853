#!/usr/bin/env bash
# vcard-parser, version 1.0.0 (npm), reads contacts that people share. Android writes them in vCard 2.1 with names in quoted-printable. The package
# does not decode it, and a name that goes on in the next line is cut there; the rest becomes a field with the name of its bytes. So the
# recipient Иван Иванов of a client's card is "=D0=98=D0=B2=D0=B0=D0=BD =D0=98=". Latin names are right, so a short test passes.
# Expected: Иван Иванов, as the decoder of Python has it (RFC 2045, section 6.7). Fails if the name is read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund vcard-parser@1.0.0
cat >card.vcf <<'CARD'
BEGIN:VCARD
VERSION:2.1
FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=98=D0=B2=D0=B0=D0=BD =D0=98=
=D0=B2=D0=B0=D0=BD=D0=BE=D0=B2
TEL;CELL:+79990000000
END:VCARD
CARD
node - <<'NODE'
const card = require("vcard-parser").parse(require("fs").readFileSync("card.vcf", "utf8").replace(/\n/g, "\r\n"));
const [{ value: name }] = card.fn;
console.log(`vcard-parser 1.0.0: name ${name}; fields ${Object.keys(card).join(", ")}; phone ${card.tel[0].value}`);
process.exit(name === "=D0=98=D0=B2=D0=B0=D0=BD =D0=98=" && "=d0=b2=d0=b0=d0=bd=d0=be=d0=b2" in card ? 0 : 1);
NODE
python3 - <<'PYTHON'
import quopri

name = open("card.vcf").read().split("PRINTABLE:", 1)[1].split("TEL", 1)[0].encode()
print("Python:", quopri.decodestring(name).decode().strip())
PYTHON
