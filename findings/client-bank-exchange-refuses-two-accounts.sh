#!/usr/bin/env bash
# client_bank_exchange_1c, version 0.1.8 (PyPI), reads a statement of 1CClientBankExchange with one account, and ends with a TypeError of
# its own on one with two: the format repeats the section of an account, and banks write one file for all accounts of a company.
# `total_amount` adds what came in and what went out to one sum.
# Expected: two accounts with their balances. Fails if the file is read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check client_bank_exchange_1c==0.1.8
"$folder/venv/bin/python" - <<'PYTHON'
from client_bank_exchange_1c.client_bank_exchange_1c import Statement

HEADER = """1CClientBankExchange
ВерсияФормата=1.03
Кодировка=Windows
ДатаСоздания=28.11.2026
ДатаНачала=27.11.2026
ДатаКонца=28.11.2026
"""
ACCOUNT = """СекцияРасчСчет
ДатаНачала=27.11.2026
ДатаКонца=28.11.2026
РасчСчет={number}
НачальныйОстаток=100.00
ВсегоПоступило=250.00
ВсегоСписано=50.00
КонечныйОстаток=300.00
КонецРасчСчет
"""
DOCUMENT = """СекцияДокумент=Платежное поручение
Номер={number}
Дата=27.11.2026
Сумма={amount}
ПлательщикСчет={payer}
ПолучательСчет={payee}
НазначениеПлатежа=Пополнение
КонецДокумента
"""
OWN, OTHER, CLIENT = "40702810938000000001", "40702810938000000002", "40802810100000000001"


def statement(*accounts):
    sections = "".join(ACCOUNT.format(number=number) for number in accounts)
    income = DOCUMENT.format(number=1, amount="250.00", payer=CLIENT, payee=OWN)
    expense = DOCUMENT.format(number=2, amount="50.00", payer=OWN, payee=CLIENT)
    return Statement.from_text(HEADER + sections + income + expense + "КонецФайла\n")


one = statement(OWN)
print(f"one account: balance {one.balance.final_balance}, {one.count()} documents, total_amount {one.total_amount()}")
assert (one.count(), one.total_amount()) == (2, 300)
try:
    statement(OWN, OTHER)
except TypeError as error:
    print(f"two accounts: {error}")
else:
    raise SystemExit("two accounts are read")
PYTHON
