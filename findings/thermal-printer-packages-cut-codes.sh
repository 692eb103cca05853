#!/usr/bin/env bash
# node-thermal-printer, version 4.6.1, and @node-escpos/core, version 0.6.0 (npm), write the length of a QR code in letters and its text in
# UTF-8, in which Cyrillic letters have two bytes. A printer takes as many bytes as the length says, and the rest as text. A Russian payment
# code (ST00012) is cut by a byte for each letter: with a name of five letters, 1250 rubles (125000 kopecks) become one kopeck.
# Expected: the number of bytes. Fails if the whole code is stored.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-thermal-printer@4.6.1 @node-escpos/core@0.6.0
cat >print.cjs <<'JS'
const { ThermalPrinter, PrinterTypes } = require("node-thermal-printer");
const { Printer } = require("@node-escpos/core");

/** The bytes after a command, whose last two are the length, less the three that belong to the command. */
function stored(sent, command, extra) {
  const at = sent.indexOf(command) + command.length;
  const length = sent.readUInt16LE(at) - extra;
  return sent.subarray(at + 2 + extra, at + 2 + extra + length).toString();
}

function nodeThermalPrinter(code) {
  const printer = new ThermalPrinter({ type: PrinterTypes.EPSON, interface: "tcp://127.0.0.1" });
  printer.printQR(code);
  const sent = printer.getBuffer();
  const data = sent.subarray(0, sent.indexOf("1P0")).lastIndexOf("\x1d(k");
  return stored(sent.subarray(data), "\x1d(k", 3);
}

async function nodeEscpos(code) {
  const chunks = [];
  const device = { write: (bytes, done) => (chunks.push(Buffer.from(bytes)), done?.()) };
  const printer = new Printer(device, { encoding: "cp866" });
  printer.qrcode(code);
  await printer.flush();
  return stored(Buffer.concat(chunks), "\x1bZ\x03L\x06", 0);
}

async function run() {
  const codes = ["ST00012|Name=Агент|Sum=125000", "ST00012|Name=Agent|Sum=125000"];
  const seen = [];
  for (const code of codes) seen.push([nodeThermalPrinter(code), await nodeEscpos(code)]);
  for (const [at, [one, other]] of seen.entries()) {
    console.log(`${codes[at]}: node-thermal-printer 4.6.1 stores ${one}, @node-escpos/core 0.6.0 stores ${other}`);
  }
  const cut = "ST00012|Name=Агент|Sum=1";
  const isAsSeen = seen[0].every((code) => code === cut) && seen[1].every((code) => code === codes[1]);
  process.exit(isAsSeen ? 0 : 1);
}
run();
JS
node print.cjs
