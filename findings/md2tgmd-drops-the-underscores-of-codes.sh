#!/usr/bin/env bash
# md2tgmd 0.3.10 (PyPI) turns Markdown into MarkdownV2 of Telegram. An underscore inside a word is a letter in Markdown (CommonMark 0.31, 6.2), and
# starts italics in MarkdownV2. The package escapes it if it is alone, and not if there are two of them: the goods AB_12_34 are sent as AB1234
# with an italic 12, and so are names of cells and lots. The answer to the client names goods that nobody has.
# telegramify-markdown 1.3.3 (npm) escapes them all. Expected: AB\_12\_34. Fails if it is written.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check md2tgmd==0.3.10
npm init -y >/dev/null
npm install --silent --no-audit --no-fund telegramify-markdown@1.3.3
texts=("AB_12_34" "AB_12" "A_1_2_3")
seen=$(venv/bin/python -c 'import sys
from md2tgmd import escape
print(*[escape(text).strip() for text in sys.argv[1:]])' "${texts[@]}")
right=$(node -e 'const convert = require("telegramify-markdown");
console.log(process.argv.slice(1).map((text) => convert(text, "escape").trim()).join(" "))' "${texts[@]}")
echo "${texts[*]}: md2tgmd 0.3.10 writes $seen; telegramify-markdown 1.3.3 writes $right"
[ "$seen" = 'AB_12_34 AB\_12 A_1_2\_3' ]
[ "$right" = 'AB\_12\_34 AB\_12 A\_1\_2\_3' ]
