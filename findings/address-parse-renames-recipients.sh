#!/usr/bin/env bash
# address-parse version 1.2.19 (npm) takes the recipient out of an address that was copied from a chat. 收 behind a name means "to be received by", as on
# every label, and the package keeps it: 张三收 is the name. In brackets the name stays in the street, and nobody receives. A form with
# headings gives the name 张三 手机, "Zhang San mobile". Labels and customs papers print it, and a name must be the one of the passport.
# zh-address-parse 1.3.16 (npm) reads 张三 in all three. Expected: 张三. Fails if it is read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund address-parse@1.2.19 zh-address-parse@1.3.16
cat >names.js <<'JS'
const parser = require("address-parse").default;
const parse = (text) => parser.parse(text);
const zh = require("zh-address-parse");
const texts = [
  "广东省广州市白云区石沙路100号 张三收 13800138000",
  "广东省广州市白云区石沙路100号（张三收）13800138000",
  "收件人：张三 手机：13800138000 地址：浙江省义乌市佛堂镇人民路88号",
  "广东省广州市白云区石沙路100号 张三 13800138000",
];
const names = texts.map((text) => [parse(text)[0].name, (zh.default ?? zh)(text).name]);
texts.forEach((text, at) => console.log(`${text}: address-parse 1.2.19 "${names[at][0]}", zh-address-parse 1.3.16 "${names[at][1]}"`));
const isSeen = names.map(([name]) => name).join() === "张三收,,张三 手机,张三" && names.every(([, name]) => name === "张三");
process.exit(isSeen ? 0 : 1);
JS
node names.js
