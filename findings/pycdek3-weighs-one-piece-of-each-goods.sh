#!/usr/bin/env bash
# pycdek3, version 0.2.0 (PyPI), orders parcels at the carrier CDEK. The weight of a package is the sum of the weights of its lines, and the number
# of pieces is left out: two pairs of shoes of 1200 g each and a bag of 350 g are sent as 1550 g instead of 2750 g. The line itself has the
# two pieces. The carrier weighs again and charges the difference later, when the client has paid.
# In CDEK's protocol the weight of an item is that of one piece, and the one of a package is the whole, so expected: 2750.
# Fails if the pieces are counted.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check pycdek3==0.2.0
venv/bin/python - <<'PYTHON'
import xml.etree.ElementTree as tree

from pycdek3 import AbstractOrder, AbstractOrderLine, Client


def answers(base, **values):
    """An object of the class whose methods `get_…` answer the values."""
    methods = {f"get_{name}": lambda self, value=value: value for name, value in values.items()}
    return type("Answers", (base,), methods)()


def line(title, code, weight, quantity, price):
    names = {"product_title": title, "product_upc": code, "product_weight": weight, "quantity": quantity}
    return answers(AbstractOrderLine, **names, product_price=price, product_payment=0)


class Offline(Client):
    def _exec_xml_request(self, url, xml_element):
        self.sent = xml_element
        return tree.fromstring('<r><Order Number="KO-12" DispatchNumber="1"/></r>')


lines = [line("Shoes", "A1", 1200, 2, 2500), line("Bag", "A2", 350, 1, 990)]
places = {"sender_city_id": 270, "sender_postcode": 630000, "recipient_city_id": 44, "recipient_postcode": 101000}
people = {"sender_name": "Agent", "sender_address": "Lane 1", "recipient_name": "Ivan", "recipient_phone": "+79990000000"}
address = {"recipient_address_street": "Lesnaya", "recipient_address_house": 5, "recipient_address_flat": 1, "pvz_code": None}
rest = {"number": "KO-12", "products": lines, "shipping_tariff": 137, "shipping_price": 310, "comment": ""}
client = Offline("account", "password")
try:
    client.create_order(answers(AbstractOrder, **places, **people, **address, **rest))
except AttributeError as error:
    print(f"After the order was sent: {error}")  # It reads the answer with a method that Python has no more.
package = client.sent.find(".//Package")
pieces = [(int(item.get("Amount")), int(item.get("Weight"))) for item in package.findall("Item")]
whole = sum(amount * weight for amount, weight in pieces)
print(f"pycdek3 0.2.0: lines {pieces}, package {package.get('Weight')} g; all pieces are {whole} g")
raise SystemExit((package.get("Weight"), whole) != ("1550", 2750))
PYTHON
