#!/usr/bin/env bash
# @telegraf/entity, version 0.7.0 (npm), and telegram-markdown-converter, version 1.0.6 (PyPI), write messages in MarkdownV2 of Telegram, where
# a closing bracket ends the address of a link unless it is escaped. The first escapes none, so a page named "Box_(size)" ends at its own
# bracket: the client opens "Box_(size", which is another page or none. The second escapes the bracket that ends the link, and not the one
# in the address. Text without entities is not escaped at all by the first: KO_12_34 arrives as KO1234 with an italic 12.
# Bot API, MarkdownV2 style: inside the (...) part of a link, ) and \ are escaped. telegramify-markdown 1.4.1 (PyPI) keeps the address.
# Expected: Box_\(size\) or Box_(size\), and KO\_12\_34. Fails if one of them is written.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @telegraf/entity@0.7.0
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check telegram-markdown-converter==1.0.6 telegramify-markdown==1.4.1
cat >link.cjs <<'JS'
const { toMarkdownV2 } = require("@telegraf/entity");

const entities = [{ type: "text_link", offset: 0, length: 4, url: "https://shop.test/Box_(size)?lot=7" }];
const seen = [toMarkdownV2({ text: "page", entities }), toMarkdownV2({ text: "KO_12_34" })];
console.log(`@telegraf/entity 0.7.0 writes ${seen.join(" and ")}`);
process.exit(seen.join() === "[page](https://shop.test/Box_(size)?lot=7),KO_12_34" ? 0 : 1);
JS
node link.cjs
venv/bin/python - <<'PYTHON'
import telegramify_markdown
from telegram_markdown_converter import convert_markdown

SOURCE = "[page](https://shop.test/Box_(size)?lot=7)"
seen = convert_markdown(SOURCE)
right = telegramify_markdown.convert(SOURCE)[1][0].url
print(f"telegram-markdown-converter 1.0.6 writes {seen}; telegramify-markdown 1.4.1 links to {right}")
raise SystemExit((seen, right) != (r"[page](https://shop.test/Box_(size)?lot\=7\)", "https://shop.test/Box_(size)?lot=7"))
PYTHON
