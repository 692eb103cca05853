#!/usr/bin/env bash
# @point-of-sale/receipt-printer-encoder, version 4.0.1, and esc-pos-encoder, version 3.0.0 (npm), replace the Cyrillic letters of a QR code
# by question marks, whatever code page is chosen, for printers of Epson and of Star. A Russian payment code (ST00012) then pays to
# "?????". Text next to the code is printed correctly, and there is no error.
# Expected: UTF-8, or an error. Fails if the name is in the code.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @point-of-sale/receipt-printer-encoder@4.0.1 esc-pos-encoder@3.0.0
cat >print.mjs <<'JS'
import { createRequire } from "node:module";
import ReceiptPrinterEncoder from "@point-of-sale/receipt-printer-encoder";

const EscPosEncoder = createRequire(import.meta.url)("esc-pos-encoder");
const code = "ST00012|Name=Агент";
const inCode = (encoded) => /ST00012\|Name=([^\x00-\x1f]*)/.exec(Buffer.from(encoded).toString())?.[1];
const one = (language, codepage) => new ReceiptPrinterEncoder({ language }).codepage(codepage).qrcode(code).encode();
const names = {
  Epson: inCode(one("esc-pos", "cp866")),
  Star: inCode(one("star-prnt", "windows1251")),
  automatic: inCode(one("esc-pos", "auto")),
  "esc-pos-encoder": inCode(new EscPosEncoder().qrcode(code).encode()),
};
const text = Buffer.from(new ReceiptPrinterEncoder().codepage("cp866").text("Агент").encode());
const isTextRight = text.includes(Buffer.from([0x80, 0xa3, 0xa5, 0xad, 0xe2]));
console.log(`receipt-printer-encoder 4.0.1: names in codes ${JSON.stringify(names)}, text is right: ${isTextRight}`);
process.exit(isTextRight && Object.values(names).every((name) => name.startsWith("?????")) ? 0 : 1);
JS
node print.mjs
