#!/usr/bin/env bash
# aiocdek 0.1.7 (PyPI) is a client of the carrier CDEK (API 2.0), which brings parcels from the border to clients. Its model of a price
# joins the fields of two answers and requires all of them: `/calculator/tarifflist` has no charged weight and no total,
# `/calculator/tariff` no name of the tariff. So both methods end with a ValidationError on every answer. `get_order` looks for the order
# in the wrong place (the API has it in `entity`). cdek 1.2.0 (PyPI) reads all three.
# Expected: the prices and the order. Fails if one of them is read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check aiocdek==0.1.7 cdek==1.2.0
"$folder/venv/bin/python" -W ignore - 2>/dev/null <<'PYTHON'
import asyncio
import collections.abc
import typing

# The package says Python 3.9, and is written for 3.13, whose generators need one type.
typing.AsyncGenerator = collections.abc.AsyncGenerator

from aiocdek import CDEKAPIClient
from aiocdek.models import CalculatorPackage, Location, TariffListRequest, TariffRequest
from cdek.apps.order.responses import OrderEntityResponse
from cdek.apps.tariff import TariffListResponse, TariffResponse
from pydantic import ValidationError

DAYS = {"period_min": 2, "period_max": 3, "calendar_min": 2, "calendar_max": 4}
TARIFF = {"tariff_code": 136, "tariff_name": "Посылка склад-склад", "tariff_description": "Экспресс", "delivery_mode": 4}
LIST = {"tariff_codes": [TARIFF | DAYS | {"delivery_sum": 310.0}]}
ONE = DAYS | {"delivery_sum": 310.0, "weight_calc": 1000, "total_sum": 378.2, "currency": "RUB"}
UUID = "72753031-1111-4222-8333-444455556666"
MOMENT = "2026-11-30T09:00:00+0700"
PACKAGE = {"number": "1", "weight": 1000, "length": 20, "width": 20, "height": 10}
ORDER = {
    "entity": {"uuid": UUID, "type": 2, "number": "KO-12", "tariff_code": 136, "recipient": {"name": "Client", "phones": []}}
    | {"packages": [PACKAGE], "statuses": [{"code": "CREATED", "name": "Создан", "date_time": MOMENT, "city": "Новосибирск"}]},
    "requests": [{"request_uuid": UUID, "type": "CREATE", "state": "SUCCESSFUL", "date_time": MOMENT}],
}


class Client(CDEKAPIClient):
    """Answers as the documentation does, and asks no server."""

    async def _request(self, method, path, **_):
        return LIST if path.endswith("list") else ONE if "calculator" in path else ORDER


async def main():
    client = Client("account", "password")
    sent = {"from_location": Location(code=270), "to_location": Location(code=44), "packages": [CalculatorPackage(weight=1000)]}
    calls = {
        "tarifflist": client.calculate_tariff_list(TariffListRequest(**sent)),
        "tariff": client.calculate_tariff(TariffRequest(**sent)),
        "order": client.get_order(UUID),
    }
    refused = []
    for name, call in calls.items():
        try:
            print(f"aiocdek 0.1.7: {name} is {await call}")
        except ValidationError as problem:
            missing = [error["loc"][-1] for error in problem.errors() if error["type"] == "missing"]
            refused.append(missing)
            print(f"aiocdek 0.1.7: {name} is refused, missing: {', '.join(missing)}")
    first, single = TariffListResponse.model_validate(LIST).get_codes()[0], TariffResponse.model_validate(ONE)
    order = OrderEntityResponse.model_validate(ORDER).entity
    print(f"cdek 1.2.0: {first.tariff_name} {first.delivery_sum}, total {single.total_sum}, order {order.number}")
    is_read = (first.delivery_sum, single.total_sum, order.number) == (310.0, 378.2, "KO-12")
    return 0 if is_read and [len(missing) > 0 for missing in refused] == [True] * 3 else 1


raise SystemExit(asyncio.run(main()))
PYTHON
