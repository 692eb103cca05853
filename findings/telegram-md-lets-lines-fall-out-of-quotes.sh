#!/usr/bin/env bash
# @vlad-yakovlev/telegram-md, version 2.1.0 (npm), builds messages in MarkdownV2 of Telegram and has a function for quotes. It puts the mark of
# a quote before the first line only, and in this format each quoted line has one: of a client's message with two lines the second is
# outside the quote and looks like the agent's own words, "Refund me 5000".
# Bot API, MarkdownV2 style: every line of a block quotation starts with >. @telegraf/entity 0.7.0 (npm) marks both lines.
# Expected: > before both. Fails if the second line has it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @vlad-yakovlev/telegram-md@2.1.0 @telegraf/entity@0.7.0
cat >quote.mjs <<'JS'
import { toMarkdownV2 } from "@telegraf/entity";
import { md } from "@vlad-yakovlev/telegram-md";

const text = "The box is torn\nRefund me 5000";
const seen = md.build(md`${md.blockquote(text)}`);
const right = toMarkdownV2({ text, entities: [{ type: "blockquote", offset: 0, length: text.length }] });
console.log(`telegram-md 2.1.0: ${JSON.stringify(seen)}; @telegraf/entity 0.7.0: ${JSON.stringify(right)}`);
process.exit(seen === ">The box is torn\nRefund me 5000" && right === ">The box is torn\n>Refund me 5000" ? 0 : 1);
JS
node quote.mjs
