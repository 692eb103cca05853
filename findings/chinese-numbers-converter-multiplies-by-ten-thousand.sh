#!/usr/bin/env bash
# chinese-numbers-converter, version 2.3.1 (npm), reads Chinese numbers up to 亿 (a hundred million), by its own word. In 一亿二千万, which is
# 120 million, it multiplies the 亿 by the 万 (ten thousand) that follows: 1000020000000, eight thousand times as much. The turnover of a
# factory and the sum of a contract are said like this. Each of the two parts is read correctly alone, and there is no error.
# cn2an 0.5.24 (PyPI) reads 120000000. Expected: the same. Fails if it is read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund chinese-numbers-converter@2.3.1
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check cn2an==0.5.24
venv/bin/python -c 'import cn2an, json; print(json.dumps([cn2an.cn2an(text) for text in ("一亿", "二千万", "一亿二千万", "二亿三千万")]))' >right.json
node - <<'NODE'
const { readFileSync } = require("node:fs");
const ChineseNumber = require("chinese-numbers-converter");
const texts = ["一亿", "二千万", "一亿二千万", "二亿三千万"];
const right = JSON.parse(readFileSync("right.json", "utf8"));
const seen = texts.map((text) => new ChineseNumber(text).toInteger());
texts.forEach((text, place) => console.log(`${text}: chinese-numbers-converter 2.3.1 ${seen[place]}, cn2an 0.5.24 ${right[place]}`));
const isAsSeen = String(seen) === "100000000,20000000,1000020000000,2000030000000";
process.exit(isAsSeen && String(right) === "100000000,20000000,120000000,230000000" ? 0 : 1);
NODE
