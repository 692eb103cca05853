"""A program with Pysher: `follow.py <host> <port> <key> <channel> <event>`. Prints a line of JSON for everything that happens."""

import json
import os
import sys

import pysher

host, port, key, channel_name, event = sys.argv[1:]
endpoint = f"http://{host}:{port}/broadcasting/auth"
headers = {"Authorization": f"Bearer {key}"}
program = pysher.Pusher(
    "karavan",
    custom_host=host,
    port=int(port),
    secure=False,
    reconnect_interval=1,
    auth_endpoint=endpoint,
    auth_endpoint_headers=headers,
)


def tell(what, data=None):
    print(json.dumps({"what": what, "data": data}), flush=True)


def connected(_):
    try:
        channel = program.subscribe(channel_name)
    except AssertionError as error:  # the library's answer to a status other than 200
        tell("refused", str(error))
        # Its timers would keep the process for minutes.
        os._exit(0)
    channel.bind("pusher_internal:subscription_succeeded", lambda data: tell("subscribed", data))
    channel.bind(event, lambda data: tell("event", data))


program.connection.bind("pusher:connection_established", connected)
program.connection.bind("pusher:error", lambda data: tell("error", data))
program.connect()
program.connection.join()
