#!/usr/bin/env bash
# maxapi 1.2.3 (bots for the MAX messenger): a shared contact whose `max_info` has no `is_bot` (seen in dialogs) becomes a
# payload without any field. The card with the phone number and its signature are lost, without an error or a warning. With `is_bot`,
# or without `max_info`, both arrive. Expected: the card in all three cases, or an error.
# Fails if the card arrives.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check maxapi==1.2.3
"$folder/venv/bin/python" - <<'PYTHON'
from maxapi.types.updates import UpdateUnionAdapter

CARD = "BEGIN:VCARD\r\nVERSION:3.0\r\nTEL;TYPE=cell:79990000000\r\nFN:Ivan Ivanov\r\nEND:VCARD\r\n"
SENDER = {"user_id": 700001, "first_name": "Ivan", "is_bot": False, "last_activity_time": 1790000000000}
PERSON = {"user_id": 700001, "first_name": "Ivan"}


def read(info):
    payload = {"vcf_info": CARD, "hash": "ab" * 32, **info}
    body = {"mid": "mid.1", "seq": 1, "text": "", "attachments": [{"type": "contact", "payload": payload}]}
    recipient = {"chat_id": 1, "chat_type": "dialog", "user_id": 2}
    message = {"sender": SENDER, "recipient": recipient, "timestamp": 1790000000000, "body": body}
    update = {"update_type": "message_created", "timestamp": 1790000000000, "message": message}
    return UpdateUnionAdapter.validate_python(update).message.body.attachments[0].payload


cards = [getattr(read(info), "vcf_info", None) for info in ({}, {"max_info": SENDER}, {"max_info": PERSON})]
print("maxapi 1.2.3: the card without max_info, with is_bot, without is_bot:", [card == CARD for card in cards])
assert cards == [CARD, CARD, None], cards
PYTHON
