#!/usr/bin/env bash
# pymaxbot 0.1.8 (PyPI), bots of the MAX messenger, takes every update with a message for a new message. A client who corrects a word in an
# old message (message_edited) sends it again: a command that books or pays runs twice. A button with a link loses its address, whatever
# the bot gives, so "Open the invoice" opens nothing, and an answer to a question in a group goes to the private dialog of the asker.
# Expected: one command, and the address. Fails if one of them is so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check pymaxbot==0.1.8
venv/bin/python - <<'PYTHON'
import asyncio

from max_bot import Bot, Dispatcher

USER = {"user_id": 700001, "first_name": "Anna", "is_bot": False}
sent, ran = [], []


async def request(method, path, json=None, params=None, **_):
    sent.append((params, json))
    return {"message": {}}


def update(kind):
    body = {"mid": "mid.1", "seq": 1, "text": "/pay KO-12", "attachments": []}
    recipient = {"chat_id": 182000001, "chat_type": "chat"}
    message = {"sender": USER, "recipient": recipient, "timestamp": 1790000000000, "body": body}
    return {"update_type": kind, "timestamp": 1790000000000, "message": message}


async def main():
    bot = Bot("token")
    bot.client.request = request
    dispatcher = Dispatcher(bot)

    @dispatcher.message(commands=["pay"])
    async def pay(message):
        ran.append(message.text)
        await message.answer("Booked", buttons=[[{"type": "link", "text": "Open the invoice", "url": "https://example.org/1"}]])

    await dispatcher.process_update(update("message_created"))
    await dispatcher.process_update(update("message_edited"))


asyncio.run(main())
params, body = sent[0]
[[button]] = body["attachments"][0]["payload"]["buttons"]
print(f"pymaxbot 0.1.8: the command ran {len(ran)} times; the button is {button}; the answer in the group 182000001 went to {params}")
raise SystemExit(len(ran) != 2 or "url" in button or params != {"user_id": 700001})
PYTHON
