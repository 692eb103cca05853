#!/usr/bin/env bash
# maxibot 1.0.22 (PyPI) gives bots of the MAX messenger the interface of telebot. `message.from_user.id`, which is the person there, is the
# chat here: in a group, all people have one id. "Reply with the sum", asked of a client by `register_next_step_handler`, takes the next
# message of anyone. A handler without filters, which telebot runs for every text, runs for none, and a start without a link, whose
# payload is null, ends with a TypeError in the log.
# Expected: two ids, the answer of the asked person, both handlers. Fails if one of them is so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check maxibot==1.0.22
venv/bin/python - >log.txt <<'PYTHON'
import sys

from maxibot import MaxiBot

GROUP = {"chat_id": 182000001, "chat_type": "chat"}
ids, answers, others, starts = [], [], [], []


def created(user, text):
    body = {"mid": f"mid.{user}", "seq": 1, "text": text, "attachments": []}
    sender = {"user_id": user, "first_name": f"Person {user}", "is_bot": False}
    message = {"sender": sender, "recipient": GROUP, "timestamp": 1790000000000, "body": body}
    return {"update_type": "message_created", "timestamp": 1790000000000, "message": message}


bot = MaxiBot("token")
bot.api.get_chat_info = lambda chat_id: {"title": "Order KO-12"}


@bot.message_handler(commands=["pay"])
def pay(message):
    ids.append(message.from_user.id)
    bot.register_next_step_handler(message, lambda reply: answers.append((reply.from_user.first_name, reply.text)))


@bot.message_handler(commands=["start"])
def start(message):
    starts.append(message.text)


@bot.message_handler()
def other(message):
    others.append(message.text)


bot._process_update(created(1, "/pay"))
bot._process_update(created(2, "1000"))
bot._process_update(created(2, "/pay"))
bot._process_update(created(1, "2000"))
bot._process_update(created(1, "Where is my parcel?"))
for payload in ("KO-12", None):
    user = {"user_id": 1, "first_name": "Person 1", "is_bot": False}
    update = {"update_type": "bot_started", "timestamp": 1790000000000, "chat_id": 5, "user": user, "payload": payload}
    bot._process_update(update)
print(f"maxibot 1.0.22: ids of two people: {ids}; answers: {answers}", file=sys.stderr)
print(f"maxibot 1.0.22: texts of the handler without filters: {others}; starts: {starts}", file=sys.stderr)
is_as_seen = ids == [182000001] * 2 and answers == [("Person 2", "1000"), ("Person 1", "2000")]
raise SystemExit(0 if is_as_seen and others == [] and starts == ["/start KO-12"] else 1)
PYTHON
grep -q "TypeError" log.txt
