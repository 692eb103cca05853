#!/usr/bin/env bash
# fs-pochta-api, version 1.2.1 (PyPI), orders parcels at the Russian Post. The type of a customs declaration (gift, goods for sale, documents) is
# `entries-type` in the service of the Post, and the package sends `entries=type`. So a parcel abroad that was ordered as a sale has a
# declaration without a type, and the form CN23 must name one (Universal Postal Convention). All other names of the order have hyphens.
# Expected: `entries-type`. Fails if it is sent.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check fs-pochta-api==1.2.1
venv/bin/python -W ignore - <<'PYTHON'
from pochta.enums import EntryType
from pochta.helpers import CustomsEntry, Order

order = Order(mass=1200, order_num="KO-12", fragile=False)
order.set_recipient("Ivan", "Ivanov", tel_address=79990000000)
order.set_address(house_to="5", mail_direct=398, region_to="Almaty", place_to="Almaty", street_to="Abay", index_to="050000")
order.add_customs_declaration("USD", EntryType.SALE_OF_GOODS, [CustomsEntry(2, 156, "shoes", "6404110000", 500, 2500)])
declaration = order.raw["customs-declaration"]
kinds = {name: str(getattr(value, "value", value)) for name, value in declaration.items() if "type" in name}
print(f"fs-pochta-api 1.2.1: names of the declaration: {', '.join(declaration)}; type: {kinds}")
raise SystemExit(kinds != {"entries=type": "SALE_OF_GOODS"})
PYTHON
