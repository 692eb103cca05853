#!/usr/bin/env bash
# webpush 1.0.6 (PyPI) takes a TTL for each message, the seconds for which a push service keeps it for a device that is switched off, and
# stores it as the TTL of all later ones. Zero, by its own documentation "only if the device is reachable immediately", is taken for no
# answer: after one message of a week, a code that is valid for a minute is delivered for a week too.
# Expected: 604800, 0 and 0. Fails if the second message has 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check webpush==1.0.6
venv/bin/python - <<'PYTHON'
import base64
import os

from cryptography.hazmat.primitives import serialization as form
from cryptography.hazmat.primitives.asymmetric import ec
from webpush import WebPush, WebPushSubscription


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


key = ec.generate_private_key(ec.SECP256R1())
private = key.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption())
public = key.public_key().public_bytes(form.Encoding.PEM, form.PublicFormat.SubjectPublicKeyInfo)
device = ec.generate_private_key(ec.SECP256R1()).public_key()
point = device.public_bytes(form.Encoding.X962, form.PublicFormat.UncompressedPoint)
subscription = WebPushSubscription.model_validate(
    {"endpoint": "https://push.example.com/1", "keys": {"auth": text(os.urandom(16)), "p256dh": text(point)}}
)
sender = WebPush(private_key=private, public_key=public, subscriber="shop@example.com")
messages = {"a parcel has arrived": 604_800, "your code is 1234": 0, "the price has changed": None}
seen = [sender.get(message, subscription, ttl=ttl).headers["ttl"] for message, ttl in messages.items()]
print(f"webpush 1.0.6: messages with the TTL {list(messages.values())} are sent with {seen}")
raise SystemExit(seen != ["604800"] * 3)
PYTHON
