#!/usr/bin/env bash
# promptparse, version 1.6.0 (npm), reads payment codes of EMVCo, which Alipay, UnionPay and wallets of Asia use. The check code covers the
# bytes of the text (UTF-8), and promptparse takes the numbers of letters instead. So a code with the name of the shop in Chinese is refused
# in its strict mode, among them the example of EMVCo's own specification, and a code that it writes with such a name has a check code
# that readers refuse. emvco-qr-sdk 1.0.0 (npm) calls the example invalid too. emv-qrcps 0.0.7 (npm) computes what the standard says.
# Expected: the example is read. Fails if it is.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund promptparse@1.6.0 emvco-qr-sdk@1.0.0 emv-qrcps@0.0.7
node - <<'NODE'
const { parse, withCrcTag } = require("promptparse");
const { parseQR, getCrcInfo } = require("emvco-qr-sdk");
const { Merchant } = require("emv-qrcps");

// Merchant-Presented Mode, Annex A, with the check code A13A.
const shop = "00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN5914BEST TRANSPORT";
const chinese = "6007BEIJING64200002ZH0104最佳运输0202北京";
const rest = "540523.7253031565502016233030412340603***0708A60086670902ME91320016A0112233449988770708123456786304";
const example = `${shop}${chinese}${rest}A13A`;
const written = Merchant.Parser.toEMVQR(example).generatePayload();
const latin = withCrcTag(`${shop}6007BEIJING${rest.slice(0, -4)}`, "63");
const isRead = (code) => parse(code, true) !== null;
const seen = {
  "promptparse 1.6.0 reads the example": isRead(example),
  "emvco-qr-sdk 1.0.0 calls it valid": getCrcInfo(example, parseQR(example, { parseMode: "TLV" })).isValid,
  "promptparse 1.6.0 reads the same without Chinese": isRead(latin),
  "it writes the check code A13A": withCrcTag(example.slice(0, -8), "63").endsWith("A13A"),
};
console.log(seen);

/** CRC-16/CCITT-FALSE of the bytes, as the specification has it. */
function check(text) {
  let sum = 0xffff;
  for (const byte of Buffer.from(text)) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) sum = ((sum << 1) ^ (sum & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return sum.toString(16).toUpperCase().padStart(4, "0");
}
const isRight = check(example.slice(0, -4)) === "A13A" && check(written.slice(0, -4)) === written.slice(-4);
console.log(`the check code of the example over its bytes is A13A, and emv-qrcps 0.0.7 agrees: ${isRight}`);
process.exit(isRight && Object.values(seen).join() === "false,false,true,false" ? 0 : 1);
NODE
