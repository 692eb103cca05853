#!/usr/bin/env bash
# aiomax, version 2.12.5 (PyPI), is a framework for bots of the MAX messenger. A client who shares the own phone sends a card and its `hash`,
# with which a bot tells the number that MAX checked from a card that somebody typed. The model of a contact has the card and leaves
# the hash out, so no bot can check the number. A message whose `attachments` are null, which the API allows, ends with a TypeError.
# maxkit 2.13.3, the follower of aiomax, does both. Expected: maxio 0.5.0 (PyPI) keeps the hash. Fails if aiomax keeps it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check aiomax==2.12.5 maxio==0.5.0
venv/bin/python - <<'PYTHON'
from aiomax.types import Message
from maxio.types.update import Update

USER = {"user_id": 700001, "first_name": "Ivan", "name": "Ivan", "is_bot": False, "last_activity_time": 1790000000000}
CARD = "BEGIN:VCARD\r\nVERSION:3.0\r\nTEL;TYPE=cell:79990000000\r\nFN:Ivan Ivanov\r\nEND:VCARD\r\n"
HASH = "ab" * 32


def message(attachments):
    body = {"mid": "mid.1", "seq": 1, "text": "", "attachments": attachments}
    recipient = {"chat_id": 12, "chat_type": "dialog", "user_id": 700001}
    return {"sender": USER, "recipient": recipient, "timestamp": 1790000000000, "body": body}


shared = message([{"type": "contact", "payload": {"vcf_info": CARD, "hash": HASH, "max_info": USER}}])
[contact] = Message.from_json(shared).body.attachments
update = Update.model_validate({"update_type": "message_created", "timestamp": 1790000000000, "message": shared})
is_kept = HASH in str(vars(contact))
print(f"aiomax 2.12.5: card {contact.vcf_info == CARD}, hash {is_kept}; maxio 0.5.0: hash {HASH in repr(update)}")
try:
    Message.from_json(message(None))
    is_read = True
except TypeError as error:
    is_read = False
    print(f"aiomax 2.12.5, attachments null: {error}")
raise SystemExit(is_kept or is_read or contact.vcf_info != CARD)
PYTHON
