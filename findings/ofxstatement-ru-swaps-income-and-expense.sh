#!/usr/bin/env bash
# ofxstatement-ru 0.5.0 (PyPI) makes OFX files of statements of Russian banks (Sberbank, T-Bank, Alfa, Raiffeisen). OFX names money that
# comes in CREDIT and money that goes out DEBIT. The package has it the other way round for all four: a client's 1250.50 is a DEBIT with a
# positive amount, a purchase a CREDIT with a negative one. A program that goes by the type books the payment of a client as an expense.
# Expected: CREDIT and DEBIT. Fails if one of the banks has it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check ofxstatement-ru==0.5.0 setuptools==80.9.0
venv/bin/python - <<'PYTHON'
import re
from pathlib import Path

from ofxstatement.ofx import OfxWriter
from ofxstatement.ui import UI
from ofxstatement_ru.alfabank import AlfabankPlugin
from ofxstatement_ru.raiffeisen import RaiffeisenPlugin
from ofxstatement_ru.sberbank_csv import SberBankCSVPlugin
from ofxstatement_ru.tinkoff import TinkoffPlugin

DAY = "30.11.2026"
BANKS = {
    "Alfa": (AlfabankPlugin, "cp1251", [
        "Счет;40817;RUR;30.11.26;R1;От клиента;1250,50;0;", "Счет;40817;RUR;30.11.26;R2;Покупка;0;99,00;"]),
    "Raiffeisen": (RaiffeisenPlugin, "cp1251", [
        f"{DAY} 10:00;От клиента;RUB;1250.50;RUB;1250.50", f"{DAY} 11:00;Покупка;RUB;-99.00;RUB;-99.00"]),
    "Sberbank": (SberBankCSVPlugin, "utf-8", [
        f"Visa;0000;{DAY};{DAY};1;Зачисление;;;От клиента;RUB;1250,50;1250,50", f"Visa;0000;{DAY};{DAY};2;Покупка;;;Магазин;RUB;-99;-99"]),
    "T-Bank": (TinkoffPlugin, "cp1251", [
        f"{DAY} 10:00:00;{DAY};*0;OK;1250,50;RUB;1250,50;RUB;0;Другое;;От клиента;0",
        f"{DAY} 11:00:00;{DAY};*0;OK;-99,00;RUB;-99,00;RUB;0;Другое;;Магазин;0"]),
}
seen = {}
for bank, (plugin, letters, lines) in BANKS.items():
    Path("statement.csv").write_text("\n".join(["header", *lines]) + "\n", encoding=letters)
    statement = plugin(UI(), {"account": "40817", "currency": None if bank == "Alfa" else "RUB"}).get_parser("statement.csv").parse()
    ofx = OfxWriter(statement).toxml()
    seen[bank] = list(zip(re.findall("<TRNTYPE>(.*?)</", ofx), re.findall("<TRNAMT>(.*?)</", ofx)))
    print(f"ofxstatement-ru 0.5.0: {bank}: {seen[bank]}")
swapped = [("DEBIT", "1250.50"), ("CREDIT", "-99.00")]
raise SystemExit(any([(kind, f"{float(amount):.2f}") for kind, amount in found] != swapped for found in seen.values()))
PYTHON
