#!/usr/bin/env bash
# Pysher 1.0.8 does not understand the error codes of the Pusher protocol: the data of `pusher:error` is a JSON string, as in every
# frame, and it looks for a field in the text. So it stays connected after 4009, which demands the end of the connection, and it
# connects again after a close with 4009. There it subscribes (`auto_sub`) to a private channel without the `auth` that it was given.
# Expected: no further connection; if there is one, a subscription with `auth`.
# Fails if Pysher ends the connection, or sends `auth` again.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check Pysher==1.0.8 websockets==15.0.1
"$folder/venv/bin/python" - <<'PYTHON'
import json
import logging
import threading

import pysher
from websockets.sync.server import serve

logging.disable()
hello = {"event": "pusher:connection_established", "data": json.dumps({"socket_id": "1.2", "activity_timeout": 30})}
refusal = {"event": "pusher:error", "data": json.dumps({"code": 4009, "message": "Connection is unauthorized"})}
subscriptions = []
refused, again = threading.Event(), threading.Event()


def handle(socket):
    socket.send(json.dumps(hello))
    for text in socket:
        message = json.loads(text)
        if message["event"] == "pusher:subscribe":
            subscriptions.append(message["data"])
            if len(subscriptions) == 1:
                socket.send(json.dumps(refusal))
            else:
                again.set()
        if message["event"] == "client-still-here":
            socket.close(4009, "the login has ended")


server = serve(handle, "127.0.0.1", 0)
threading.Thread(target=server.serve_forever, daemon=True).start()
port = server.socket.getsockname()[1]
program = pysher.Pusher("key", custom_host="127.0.0.1", port=port, secure=False, reconnect_interval=0, auto_sub=True)


def connected(_):
    if not program.channels:
        program.subscribe("private-orders", auth="key:0123456789abcdef")


program.connection.bind("pusher:connection_established", connected)
program.connection.bind("pusher:error", lambda data: refused.set())
program.connect()
assert refused.wait(10), "no error arrived"
stayed = program.connection.state == "connected"
program.connection.send_event("client-still-here", {})
again.wait(10)
print(f"Pysher 1.0.8: {'still connected' if stayed else 'ended'} after pusher:error 4009; "
      f"after the close code 4009 it subscribed with {subscriptions[1:]}")
raise SystemExit(0 if stayed and subscriptions[1:] == [{"channel": "private-orders"}] else 1)
PYTHON
