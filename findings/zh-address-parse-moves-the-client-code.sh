#!/usr/bin/env bash
# zh-address-parse version 1.3.16 (npm) splits an address as Chinese shops paste it. Agents put the code of their client into the name of the
# recipient, because the warehouse reads it there. A name with Latin letters becomes empty, and the code moves behind the street. Of a
# phone number with an area code, six digits are lost and the others become part of the street.
# address-parse 1.2.19 (npm) keeps all of them. Expected: the name and the number. Fails if zh-address-parse keeps one of them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund zh-address-parse@1.3.16 address-parse@1.2.19
node - <<'NODE'
const chosen = (module) => module.default ?? module;
const one = chosen(require("zh-address-parse"));
const other = chosen(require("address-parse"));
const street = "广东省广州市越秀区站西路57号";
const fields = ({ name, mobile, phone, detail, details }) => [name, mobile || phone, detail ?? details].join(" | ");
const texts = [`李四KV0123 13600000000 ${street}`, `张三 020-81234567 ${street}`, `张三 13600000000 ${street}`];
const seen = texts.map((text) => [fields(one(text)), fields(other.parse(text)[0])]);
for (const [at, [first, second]] of seen.entries()) {
  console.log(`${texts[at]}\n  zh-address-parse 1.3.16: ${first}\n  address-parse 1.2.19: ${second}`);
}
const expected = [
  [" | 13600000000 | 站西路57号李四KV0123", "李四KV0123 | 13600000000 | 站西路57号"],
  ["张三 |  | 站西路57号020-81", "张三 | 020-81234567 | 站西路57号"],
  ["张三 | 13600000000 | 站西路57号", "张三 | 13600000000 | 站西路57号"],
];
process.exit(JSON.stringify(seen) === JSON.stringify(expected) ? 0 : 1);
NODE
