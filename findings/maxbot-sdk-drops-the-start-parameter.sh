#!/usr/bin/env bash
# maxbot-sdk, version 0.5.0 (PyPI), is a framework for bots of the MAX messenger. A link to a bot may have a start parameter, with which a site
# names the order or the one who recommended it; the API sends it as `payload` of `bot_started`. The package makes a message "/start"
# of the update and leaves the parameter out, so the client arrives without the order. Only the raw update has it.
# Expected: maxio 0.5.0 (PyPI) has the payload. Fails if a field of maxbot-sdk has it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check maxbot-sdk==0.5.0 maxio==0.5.0
venv/bin/python - <<'PYTHON'
import dataclasses

from maxbot.types import parse_update
from maxio.types.update import Update

USER = {"user_id": 700001, "first_name": "Ivan", "name": "Ivan", "is_bot": False, "last_activity_time": 1790000000000}
START = {"update_type": "bot_started", "timestamp": 1790000000000, "chat_id": 12, "user": USER, "payload": "order_12", "user_locale": "ru"}


def fields(value):
    """The fields of an object and of the objects in it, without the raw updates."""
    for field in dataclasses.fields(value):
        part = getattr(value, field.name)
        if dataclasses.is_dataclass(part):
            yield from fields(part)
        elif field.name != "raw":
            yield f"{field.name}={part}"


seen = parse_update(START)
print(f"maxbot-sdk 0.5.0: text {seen.message.text!r}, {', '.join(fields(seen))}")
print(f"maxio 0.5.0: payload {Update.model_validate(START).payload!r}")
raise SystemExit(seen.message.text != "/start" or any("order_12" in field for field in fields(seen)))
PYTHON
