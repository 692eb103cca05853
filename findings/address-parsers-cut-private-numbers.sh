#!/usr/bin/env bash
# address-parse version 1.2.19 and zh-address-parse 1.3.16 (npm) read Chinese addresses from texts. Shops hide the phone of a buyer behind a shared number
# with an extension of four digits, 13800138000-8001, and the extension alone says whom to call. Both packages cut it off the phone and
# put it into the street, "-8001", so the courier reaches a stranger's switchboard, and the label has a house that does not exist.
# Written as 13800138000转8001 ("put through to"), it is cut as well. Expected: the whole number, as it was.
# Fails if one of the packages keeps it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund address-parse@1.2.19 zh-address-parse@1.3.16
cat >phones.js <<'JS'
const parser = require("address-parse").default;
const parse = (text) => parser.parse(text);
const zh = require("zh-address-parse");
const texts = ["广东省广州市白云区石沙路100号 张三 13800138000-8001", "广东省广州市白云区石沙路100号 张三 13800138000转8001"];
const rows = texts.map((text) => {
  const first = parse(text)[0];
  const second = (zh.default ?? zh)(text);
  return [`${first.mobile} ${first.details}`, `${second.phone} ${second.detail}`];
});
const seen = rows.flat().join("|");
rows.forEach(([first, second], at) => console.log(`${texts[at]}: address-parse 1.2.19 ${first}, zh-address-parse 1.3.16 ${second}`));
const first = "13800138000 石沙路100号 -8001|13800138000 石沙路100号-8001";
process.exit(seen === `${first}|${first.replaceAll("-", "转")}` ? 0 : 1);
JS
node phones.js
