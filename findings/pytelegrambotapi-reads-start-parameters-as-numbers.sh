#!/usr/bin/env bash
# pyTelegramBotAPI, version 4.37.1 (PyPI), checks the launch data of a mini app and reads every field of it as JSON if it can. The start parameter
# is a text of letters, digits, _ and - in Telegram's documentation: the code of an order or of the one who recommended the shop. "12e5" becomes
# 1200000.0, "5e324" is infinite, "12" is a number, "true" is True and "null" is None, so the order is not found. "KO-12" and "0012" stay
# texts, so a test with them passes. The large number of the chat (chat_instance, a text) becomes a number too.
# Expected: the texts, as aiogram 3.31.0 (PyPI) reads them. Fails if one of them is kept.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check pyTelegramBotAPI==4.37.1 aiogram==3.31.0
venv/bin/python -W ignore - <<'PYTHON'
import hashlib
import hmac
import json
from urllib.parse import urlencode

from aiogram.utils.web_app import safe_parse_webapp_init_data
from telebot.util import parse_web_app_data

TOKEN = "1:invented"
CODES = {"KO-12": "KO-12", "0012": "0012", "12": 12, "12e5": 1200000.0, "5e324": float("inf"), "true": True, "null": None}


def launch(code):
    fields = {"auth_date": "1790000000", "user": json.dumps({"id": 700001, "first_name": "Ivan"}), "start_param": code}
    lines = "\n".join(f"{name}={value}" for name, value in sorted(fields.items()))
    secret = hmac.digest(b"WebAppData", TOKEN.encode(), "sha256")
    return urlencode(fields | {"hash": hmac.new(secret, lines.encode(), hashlib.sha256).hexdigest()})


seen = {}
for code in CODES:
    seen[code] = parse_web_app_data(TOKEN, launch(code))["start_param"]
    right = safe_parse_webapp_init_data(TOKEN, launch(code)).start_param
    print(f"start parameter {code}: pyTelegramBotAPI {seen[code]!r}, aiogram {right!r}")
raise SystemExit(repr(seen) != repr(CODES))
PYTHON
