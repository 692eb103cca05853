#!/usr/bin/env bash
# node-ofx-parser, version 0.5.1 (npm), reads statements of banks in OFX, which write & as &amp; and < as &lt;. It escapes them twice more and
# takes none of it back: the payer "Ромашка & Ко" is "Ромашка &amp;amp;amp; Ко", so it is no client of the list, and a link in the purpose
# leads elsewhere. ofx-data-extractor, version 1.5.0 (npm), leaves &amp; as it is in the file. Names with quotes and brackets are right.
# OFX 1.6, 2.3.2.1: &lt; &gt; and &amp; stand for the signs. ofx-js 1.1.1 (npm) reads the name.
# Expected: Ромашка & Ко. Fails if one of the two packages reads it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-ofx-parser@0.5.1 ofx-data-extractor@1.5.0 ofx-js@1.1.1
cat >payer.cjs <<'JS'
const { Ofx } = require("ofx-data-extractor");
const { parseStrict } = require("ofx-js");
const { parse } = require("node-ofx-parser");

const entry = (id, name) =>
  `<STMTTRN>\n<TRNTYPE>CREDIT\n<DTPOSTED>20261130\n<TRNAMT>1250.50\n<FITID>${id}\n<NAME>${name}\n<MEMO>Order KO-12\n</STMTTRN>\n`;
const list = `${entry(1, "Ромашка &amp; Ко")}${entry(2, "Ромашка &lt;Томск&gt;")}`;
const statement =
  "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:UTF-8\nCHARSET:NONE\nCOMPRESSION:NONE\nOLDFILEUID:NONE\nNEWFILEUID:NONE\n\n" +
  "<OFX>\n<BANKMSGSRSV1>\n<STMTTRNRS>\n<TRNUID>1\n<STMTRS>\n<CURDEF>RUB\n<BANKTRANLIST>\n<DTSTART>20261101\n<DTEND>20261130\n" +
  `${list}</BANKTRANLIST>\n</STMTRS>\n</STMTTRNRS>\n</BANKMSGSRSV1>\n</OFX>\n`;
const names = (file) => file.OFX.BANKMSGSRSV1.STMTTRNRS.STMTRS.BANKTRANLIST;
const seen = {
  "node-ofx-parser 0.5.1": names(parse(statement)).STMTTRN,
  "ofx-data-extractor 1.5.0": names(new Ofx(statement).toJson()).STRTTRN,
  "ofx-js 1.1.1": names(parseStrict(statement)).STMTTRN,
};
for (const [name, entries] of Object.entries(seen)) {
  seen[name] = entries.map((one) => one.NAME).join(", ");
  console.log(`${name}: ${seen[name]}`);
}
const expected = [
  "Ромашка &amp;amp;amp; Ко, Ромашка &amp;amp;lt;Томск&amp;amp;gt;",
  "Ромашка &amp; Ко, Ромашка &lt;Томск&gt;",
  "Ромашка & Ко, Ромашка <Томск>",
];
process.exit(JSON.stringify(Object.values(seen)) === JSON.stringify(expected) ? 0 : 1);
JS
node payer.cjs
