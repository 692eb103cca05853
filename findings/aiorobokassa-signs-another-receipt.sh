#!/usr/bin/env bash
# aiorobokassa 1.1.4 (PyPI) makes signed links to the payment page of Robokassa. A cash receipt goes into the link as JSON, encoded as a
# part of an address, and the service checks the signature over that encoded text. The package signs the JSON before it is encoded, so
# the signature of every link with a receipt is wrong, also with Latin letters only, and a shop that must give receipts takes no money.
# robokassa 1.0.8 (PyPI) signs the text that the service receives. Expected: the same. Fails if the signature fits.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check aiorobokassa==1.1.4 robokassa==1.0.8
venv/bin/python - <<'PYTHON'
import asyncio
from hashlib import md5
from urllib.parse import parse_qs, urlsplit

from aiorobokassa import RoboKassaClient
from robokassa import HashAlgorithm, Robokassa

RECEIPT = {"items": [{"name": "Goods", "quantity": 1, "sum": 100, "tax": "none"}]}


def is_signed(link):
    """Whether the signature fits the fields as the service receives them."""
    received = {name: values[0] for name, values in parse_qs(urlsplit(link).query).items()}
    parts = [received[name] for name in ("MerchantLogin", "OutSum", "InvId", "Receipt") if name in received]
    return received["SignatureValue"].lower() == md5(":".join([*parts, "password1"]).encode()).hexdigest()


async def links():
    async with RoboKassaClient(merchant_login="shop", password1="password1", password2="password2") as client:
        plain = client.create_payment_url(out_sum="100.00", description="Order", inv_id=12)
        return plain, client.create_payment_url(out_sum="100.00", description="Order", inv_id=12, receipt=RECEIPT)


plain, with_receipt = map(is_signed, asyncio.run(links()))
shop = Robokassa("shop", "password1", "password2", HashAlgorithm.md5)
other = is_signed(shop.generate_open_payment_link(out_sum=100, inv_id=12, receipt=RECEIPT).url)
print(f"aiorobokassa 1.1.4: the signature fits without a receipt: {plain}, with a receipt: {with_receipt}")
print(f"robokassa 1.0.8: with a receipt: {other}")
raise SystemExit((plain, with_receipt, other) != (True, False, True))
PYTHON
