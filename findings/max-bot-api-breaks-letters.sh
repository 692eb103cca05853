#!/usr/bin/env bash
# @maxhub/max-bot-api, version 0.3.1, the messenger's own package: the receiver of webhooks decodes each chunk of a request by itself. A
# Cyrillic letter whose two bytes arrive in two chunks becomes two replacement characters; a signed contact card no longer fits its
# signature. Expected: the text that was sent. Fails if the text arrives unchanged.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @maxhub/max-bot-api@0.3.1
cat >receive.cjs <<'JS'
const { createServer, request } = require("node:http");
const { Bot } = require("@maxhub/max-bot-api");

const text = "Привет";
const body = Buffer.from(JSON.stringify({ update_type: "message_created", timestamp: 1, message: { body: { mid: "1", seq: 1, text } } }));
const middle = body.indexOf(text) + 1;
const bot = new Bot("token");
// The messenger's answers to subscribing are not asked for.
bot.api.getSubscriptions = async () => [];
bot.api.subscribe = async () => ({ success: true });
bot.on("message_created", (context) => {
  const received = context.message.body.text;
  console.log(`@maxhub/max-bot-api 0.3.1: sent ${JSON.stringify(text)}, received ${JSON.stringify(received)}`);
  process.exit(received === "\ufffd\ufffdривет" ? 0 : 1);
});

async function run() {
  const server = createServer(await bot.createWebhook({ domain: "shop.example", path: "/hook", secret: "a-secret" }));
  server.listen(0, "127.0.0.1", () => {
    const headers = { "content-length": body.length, "x-max-bot-api-secret": "a-secret" };
    const sending = request({ port: server.address().port, host: "127.0.0.1", path: "/hook", method: "POST", headers });
    server.on("request", (received) => received.once("data", () => sending.end(body.subarray(middle))));
    sending.write(body.subarray(0, middle));
  });
}
run();
JS
node receive.cjs
