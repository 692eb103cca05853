#!/usr/bin/env bash
# maxbotapi, version 1.1.4 (PyPI), is a client of the Bot API of the MAX messenger, and expects the updates of another messenger: `update_id`,
# `message_id` and `chat_id` in the message, `callback_query`. MAX sends `update_type`, `body.mid` and `recipient.chat_id`, so `get_updates`
# ends with a KeyError for a text, a pressed button, a first start and an edited text. The first one of a batch loses the others too.
# Expected: maxio 0.5.0 (PyPI) reads all of them. Fails if one is read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check maxbotapi==1.1.4 maxio==0.5.0
venv/bin/python - <<'PYTHON'
from maxbotapi.api import Update
from maxio.types.update import Update as OtherUpdate

USER = {"user_id": 700001, "first_name": "Ivan", "name": "Ivan", "is_bot": False, "last_activity_time": 1790000000000}
BODY = {"mid": "mid.1", "seq": 1, "text": "Hello", "attachments": None}
RECIPIENT = {"chat_id": 12, "chat_type": "dialog", "user_id": 700001}
MESSAGE = {"sender": USER, "recipient": RECIPIENT, "timestamp": 1790000000000, "body": BODY}
CALLBACK = {"timestamp": 1790000000000, "callback_id": "c", "payload": "pay:12", "user": USER}
UPDATES = [
    {"update_type": "message_created", "message": MESSAGE},
    {"update_type": "message_edited", "message": MESSAGE},
    {"update_type": "message_callback", "callback": CALLBACK, "message": MESSAGE},
    {"update_type": "bot_started", "chat_id": 12, "user": USER, "payload": "ref_12"},
]
refused = 0
for update in UPDATES:
    update["timestamp"] = 1790000000000
    right = OtherUpdate.model_validate(update).update_type
    try:
        print(f"{right}: maxbotapi 1.1.4 reads {Update.from_dict(update)}")
    except KeyError as error:
        refused += 1
        print(f"{right}: maxio 0.5.0 reads it, maxbotapi 1.1.4 misses {error}")
raise SystemExit(refused != len(UPDATES))
PYTHON
