#!/usr/bin/env bash
# mark2tg, version 1.0.2 (PyPI), turns Markdown into MarkdownV2 of Telegram and promises to escape all its special characters. It takes
# the two asterisks of a box of 60*40*30 cm for italics, replaces the first by an underscore and leaves the second: 60_40*30, and bold
# words begin with an underscore and end with an asterisk. It escapes nothing else either, so Telegram refuses a price of 12.50.
# Markdown in Telegram (Bot API, MarkdownV2 style): bold is *text*, and . is escaped. telegram-markdown-converter 1.0.6 (PyPI) does both.
# Expected: 60\*40\*30, *Total*, 12\.50. Fails if one of them is written.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check mark2tg==1.0.2 telegram-markdown-converter==1.0.6
"$folder/venv/bin/python" - <<'PYTHON'
from mark2tg import convert_markdown_to_telegram
from telegram_markdown_converter import convert_markdown

SEEN = {
    "60*40*30 cm": ("60_40*30 cm", r"60\*40\*30 cm"),
    "**Total** in yuan": ("_Total* in yuan", "*Total* in yuan"),
    "12.50 yuan": ("12.50 yuan", r"12\.50 yuan"),
}
seen = {text: (convert_markdown_to_telegram(text), convert_markdown(text)) for text in SEEN}
for text, (first, second) in seen.items():
    print(f"{text}: mark2tg 1.0.2 writes {first}, telegram-markdown-converter 1.0.6 writes {second}")
raise SystemExit(seen != SEEN)
PYTHON
