#!/usr/bin/env bash
# asyncmaxbot, version 1.4.3 (PyPI), is a framework for bots of the MAX messenger. Its model of a message has no `link`, in which the API puts a
# forwarded message and the one that is answered. A client who forwards the invoice of a supplier to the bot sends a message without text
# and without a file, and "yes" as an answer is an answer to nothing. The link is in no other field, and there is no error.
# Expected: maxio 0.5.0 (PyPI) has the text and the file of the forwarded message. Fails if asyncmaxbot has them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check asyncmaxbot==1.4.3 loguru==0.7.3 maxio==0.5.0
venv/bin/python - <<'PYTHON'
from maxbot.max_types import Update
from maxio.types.update import Update as OtherUpdate

SENDER = {"user_id": 700001, "first_name": "Ivan", "name": "Ivan", "is_bot": False, "last_activity_time": 1790000000000}
INVOICE = {"type": "file", "payload": {"url": "https://files.example/1", "token": "t"}, "filename": "invoice.pdf", "size": 52000}


def message(kind, text, linked):
    link = {"type": kind, "sender": SENDER, "chat_id": 5, "message": {"mid": "mid.1", "seq": 1, "attachments": [], **linked}}
    body = {"mid": "mid.2", "seq": 2, "text": text, "attachments": None}
    recipient = {"chat_id": 12, "chat_type": "dialog", "user_id": 700001}
    created = {"sender": SENDER, "recipient": recipient, "timestamp": 1790000000000, "body": body, "link": link}
    return {"update_type": "message_created", "timestamp": 1790000000000, "message": created, "user_locale": "ru"}


seen = {}
for kind, text, linked in (("forward", None, {"text": "Invoice 12", "attachments": [INVOICE]}), ("reply", "yes", {"text": "Pay 1250?"})):
    update = message(kind, text, linked)
    lost, kept = Update.model_validate(update), OtherUpdate.model_validate(update)
    seen[kind] = (lost.message.body.text, lost.message.body.attachments, linked["text"] in repr(lost))
    print(f"{kind}: asyncmaxbot 1.4.3 text {lost.message.body.text!r}, attachments {lost.message.body.attachments},", end=" ")
    print(f"link {getattr(lost.message, 'link', None)}; maxio 0.5.0 link {linked['text'] in repr(kept.message.link)}")
raise SystemExit(seen != {"forward": (None, None, False), "reply": ("yes", None, False)})
PYTHON
