#!/usr/bin/env bash
# python-max-bot 0.4.1 (PyPI), bots of the MAX messenger, makes buttons for answers (callback) and for the client's phone number
# (request_contact). Its list of updates knows neither the press of the first (message_callback) nor the card that the second sends
# (contact), and refuses the whole list when one of its entries is unknown. The marker of that list is lost too, so the bot asks for the
# same updates again: after one press, no message of any client arrives. A place, a shared link and a stopped bot do the same.
# Expected: the text message. Fails if a list with a press or a card is read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check python-max-bot==0.4.1
venv/bin/python - <<'PYTHON'
from max_bot_api import UpdateList
from max_bot_api.models.keyboards import InlineKeyboard

USER = {"user_id": 700001, "first_name": "Anna", "name": "Anna", "is_bot": False, "last_activity_time": 1790000000000}
PRESS = {"timestamp": 1790000000000, "callback_id": "1", "payload": "pay", "user": USER}
CARD = {"type": "contact", "payload": {"vcf_info": "BEGIN:VCARD\r\nVERSION:3.0\r\nTEL:70000000000\r\nEND:VCARD\r\n", "hash": "0" * 64}}


def created(text, attachments):
    body = {"mid": "mid.1", "seq": 1, "text": text, "attachments": attachments}
    recipient = {"chat_id": 1, "chat_type": "dialog", "user_id": 2}
    message = {"sender": USER, "recipient": recipient, "timestamp": 1790000000000, "body": body}
    return {"update_type": "message_created", "timestamp": 1790000000000, "message": message}


def count(*updates):
    try:
        return len(UpdateList.model_validate({"updates": list(updates), "marker": 7}).updates)
    except ValueError as problem:
        return type(problem).__name__


text = created("Where is my parcel?", [])
press = {"update_type": "message_callback", "timestamp": 1790000000000, "callback": PRESS, "message": None}
buttons = [[{"type": "callback", "text": "Pay", "payload": "pay"}, {"type": "request_contact", "text": "Phone"}]]
seen = [len(InlineKeyboard(buttons=buttons).buttons[0]), count(text), count(text, press), count(text, created(None, [CARD]))]
print(f"python-max-bot 0.4.1: {seen[0]} buttons; updates of a text: {seen[1]}, with a press: {seen[2]}, with a card: {seen[3]}")
raise SystemExit(seen != [2, 1, "ValidationError", "ValidationError"])
PYTHON
