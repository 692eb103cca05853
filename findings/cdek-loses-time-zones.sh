#!/usr/bin/env bash
# cdek 1.2.0 (PyPI), a client of the carrier CDEK, reads the zone of each status and of the end of free storage, and leaves it out when it
# writes them (`model_dump`): 09:00 in Novosibirsk (+07:00) becomes 09:00 without a zone, four hours late in Moscow. A planned dispatch
# goes to the carrier without its zone too: 01:00 in China is still the day before in Moscow. An order with an empty date, as every new one
# has, can't be written at all.
# Expected: the zone, and the whole order. Fails if a zone is kept.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check cdek==1.2.0
"$folder/venv/bin/python" - <<'PYTHON'
from datetime import datetime, timedelta, timezone

from cdek.apps.order.responses import OrderResponse
from cdek.apps.tariff import TariffListRequest

UUID = "72753031-1111-4222-8333-444455556666"
MOMENT, STORED = "2026-11-30T09:00:00+0700", "2026-12-07T23:59:59+0700"
ORDER = {
    "uuid": UUID,
    "type": 2,
    "number": "KO-12",
    "tariff_code": 136,
    "recipient": {"name": "Client", "phones": []},
    "packages": [{"number": "1", "weight": 1000}],
    "keep_free_until": STORED,
    "statuses": [{"code": "ACCEPTED_AT_PICK_UP_POINT", "name": "Принят на склад", "date_time": MOMENT, "city": "Новосибирск"}],
}
order = OrderResponse.model_validate(ORDER)
written = order.model_dump(exclude_none=True)
status, stored = written["statuses"][0]["date_time"], written["keep_free_until"]
print(f"cdek 1.2.0: read {order.statuses[0].date_time.isoformat()}, written {status}; free until {stored}")
dispatch = datetime(2026, 12, 1, 1, tzinfo=timezone(timedelta(hours=8)))
sent = TariffListRequest(date=dispatch).model_dump(exclude_none=True)["date"]
print(f"cdek 1.2.0: a dispatch at {dispatch.isoformat()} is sent as {sent}")
try:
    whole = order.model_dump()
except Exception as problem:
    whole = problem
print(f"cdek 1.2.0: the whole order: {whole}")
is_read = order.statuses[0].date_time == datetime.strptime(MOMENT, "%Y-%m-%dT%H:%M:%S%z")
is_as_seen = [status, stored, sent] == ["2026-11-30T09:00:00", "2026-12-07T23:59:59", "2026-12-01T01:00:00"]
raise SystemExit(0 if is_read and is_as_seen and isinstance(whole, Exception) else 1)
PYTHON
