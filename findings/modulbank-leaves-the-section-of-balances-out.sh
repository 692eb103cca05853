#!/usr/bin/env bash
# modulbank 0.0.9 (PyPI) writes files for 1C (1CClientBankExchange). The balances of an account are a section of their own in this format,
# between СекцияРасчСчет and КонецРасчСчет. The package writes their lines without these two, right behind the selection of the file, whose
# dates and account they repeat: the statement has no balances, and its period is that of the last lines.
# Expected: the section. Fails if it is written.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check modulbank==0.0.9
venv/bin/python - <<'PYTHON'
from datetime import date
from decimal import Decimal

from modulbank.client_bank_exchange import ClientBankExchange

ACCOUNT = "40702810000000000001"
exchange = ClientBankExchange()
selection, balances = vars(exchange)["УсловияОтбора"], vars(exchange)["СекцияОстатков"]
vars(selection).update({"ДатаНачала": date(2026, 11, 1), "ДатаКонца": date(2026, 11, 30), "РасчСчет": ACCOUNT})
vars(balances).update({"ДатаНачала": date(2026, 11, 30), "ДатаКонца": date(2026, 11, 30), "РасчСчет": ACCOUNT})
vars(balances).update({"НачальныйОстаток": Decimal("1000"), "КонечныйОстаток": Decimal("2250.50")})
lines = exchange.document.splitlines()
first, last = lines.index("ДатаНачала=01.11.2026"), lines.index("КонечныйОстаток=2250.50")
for line in lines[first : last + 2]:
    print(f"modulbank 0.0.9: {line}")
has_section = any(line.startswith(("СекцияРасчСчет", "КонецРасчСчет")) for line in lines)
is_repeated = [line for line in lines if line.startswith("ДатаНачала")] == ["ДатаНачала=01.11.2026", "ДатаНачала=30.11.2026"]
raise SystemExit(0 if is_repeated and not has_section else 1)
PYTHON
