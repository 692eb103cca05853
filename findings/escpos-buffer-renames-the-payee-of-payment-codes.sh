#!/usr/bin/env bash
# escpos-buffer, version 4.1.0 (npm), sends the text of a QR code to receipt printers as one byte for each letter, the lower one of its number in
# Unicode. A payment code of the standard GOST R 56042 with the payee "Ромашка" is printed with " ><0H:0" there, and a bank's app shows
# that as the payee. Chinese becomes other letters too. No error: the account and the sum are right, so a test that scans them passes.
# @tillpos/xml-escpos-helper 0.3.1 (npm) does the same.
# Expected: the bytes of UTF-8 (ST00012), which python-escpos 3.1 (PyPI) sends. Fails if one of the two does.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts escpos-buffer@4.1.0 @tillpos/xml-escpos-helper@0.3.1
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check python-escpos==3.1
node - <<'NODE'
const { Printer, InMemory } = require("escpos-buffer");
const { EscPos } = require("@tillpos/xml-escpos-helper");

const text = "ST00012|Name=Ромашка|PersonalAcc=40702810900000000123|BIC=044525225|Sum=125050";
const cut = Buffer.from("ST00012|Name= ><0H:0|PersonalAcc=40702810900000000123|BIC=044525225|Sum=125050");
(async () => {
  const connection = new InMemory();
  const printer = await Printer.CONNECT("TM-T20", connection);
  await printer.qrcode(text);
  const template = `<qrcode version="1" errorCorrectionLevel="L" blockSize="6">${text}</qrcode>`;
  const sent = {
    "escpos-buffer 4.1.0": connection.buffer(),
    "xml-escpos-helper 0.3.1": EscPos.getBufferFromTemplate(`<?xml version="1.0" encoding="UTF-8"?><document>${template}</document>`, {}),
  };
  const seen = Object.entries(sent).map(([name, bytes]) => {
    const data = Buffer.from(bytes);
    const [isRight, isCut] = [data.includes(Buffer.from(text)), data.includes(cut)];
    console.log(`${name}: the payee is ${isRight ? "Ромашка" : isCut ? '" ><0H:0"' : "something else"}`);
    return isCut && !isRight;
  });
  process.exit(seen.join() === "true,true" ? 0 : 1);
})();
NODE
venv/bin/python - <<'PYTHON'
from escpos.printer import Dummy

TEXT = "ST00012|Name=Ромашка|PersonalAcc=40702810900000000123|BIC=044525225|Sum=125050"
printer = Dummy()
printer.qr(TEXT, native=True)
print(f"python-escpos 3.1: the payee is Ромашка: {TEXT.encode() in printer.output}")
raise SystemExit(TEXT.encode() not in printer.output)
PYTHON
