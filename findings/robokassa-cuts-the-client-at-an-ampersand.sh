#!/usr/bin/env bash
# robokassa 1.0.8 (PyPI) makes signed links to the payment page of Robokassa. It writes the shop's own fields (shp_) into the link without
# escaping them: a client "Иванов & Ко" arrives as "Иванов ", so the signature no longer fits and the payment fails. The buyer's address
# (`user_ip`) is in the link and not in the signature, where the service wants it and its own class of signatures has a place for it. The
# chosen way of payment and the earlier payment of a subscription (PreviousInvoiceID) are in no link.
# Expected: the whole name, the signature with the address, and both fields. Fails if one of them is there.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check robokassa==1.0.8
venv/bin/python - <<'PYTHON'
from hashlib import md5
from urllib.parse import parse_qs, urlsplit

from robokassa import HashAlgorithm, Robokassa
from robokassa.types import PaymentMethod

shop = Robokassa("shop", "password1", "password2", HashAlgorithm.md5)


def fields(answer):
    return {name: values[0] for name, values in parse_qs(urlsplit(answer.url).query, keep_blank_values=True).items()}


def signature(*values):
    return md5(":".join(values).encode()).hexdigest()


named = fields(shop.generate_open_payment_link(out_sum=100, inv_id=12, client="Иванов & Ко"))
plain = fields(shop.generate_open_payment_link(out_sum=100, inv_id=12, client="Иванов"))
placed = fields(shop.generate_open_payment_link(out_sum=100, inv_id=12, user_ip="203.0.113.5", payment_methods=[PaymentMethod.SBP]))
again = fields(shop.generate_subscription_link(inv_id=13, previous_inv_id=12, out_sum=100))


def fits(received):
    return received["SignatureValue"] == signature("shop", "100", "12", "password1", f"shp_client={received['shp_client']}")


right = signature("shop", "100", "12", "203.0.113.5", "password1")
print(f"robokassa 1.0.8: the client arrives as {named['shp_client']!r}, its signature fits: {fits(named)} (without & {fits(plain)})")
print(f"robokassa 1.0.8: the signature with the address fits: {placed['SignatureValue'] == right}, fields: {', '.join(placed)}")
print(f"robokassa 1.0.8: fields of the subscription: {', '.join(again)}")
is_cut = named["shp_client"] == "Иванов " and not fits(named) and fits(plain) and placed["UserIp"] == "203.0.113.5"
is_lost = "PreviousInvoiceID" not in again and not any("Payment" in name or "Curr" in name for name in placed)
raise SystemExit(0 if is_cut and is_lost and placed["SignatureValue"] != right else 1)
PYTHON
