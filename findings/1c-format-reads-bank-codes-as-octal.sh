#!/usr/bin/env bash
# 1c-format, version 0.1 (PyPI), reads bank statements in the exchange format of 1C and gives the lines to a reader of YAML 1.1. A value of the
# digits 0 to 7 with a zero in front is octal there: the bank code 044525225 of Sberbank becomes 9611925, document 012 becomes 10, the tax
# number 0277012341 becomes 50074849, and 12:30:00 is a number of base 60. The bank code 044525974, which has a nine, stays a text, so a test
# with that bank passes. A bank code has nine digits in the directory of the Bank of Russia. python-stdnum 2.2 accepts the tax number before it is read.
# Expected: the texts of the file. Fails if they are kept.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check 1c-format==0.1 pyyaml==6.0.2 python-stdnum==2.2
venv/bin/python - <<'PYTHON'
import importlib

from stdnum.ru import inn

DOCUMENT = {
    "Номер": ("012", 10),
    "Дата": ("01.12.2026", "01.12.2026"),
    "Сумма": ("1250.00", 1250.0),
    "ПлательщикСчет": ("40702810900000000123", 40702810900000000123),
    "ПлательщикИНН": ("0277012341", 50074849),
    "ПлательщикБИК": ("044525225", 9611925),
    "ПолучательБИК": ("044525974", "044525974"),
    "ВремяПоступ": ("12:30:00", 45000),
}
LINES = ["1CClientBankExchange", "ВерсияФормата=1.03", "Кодировка=UTF-8", "СекцияДокумент=Платежное поручение"]
LINES += [f"{name}={value}" for name, (value, _) in DOCUMENT.items()] + ["КонецДокумента", "КонецФайла"]
with open("statement.txt", "w", encoding="utf-8") as file:
    file.write("\n".join(LINES) + "\n")

[seen] = importlib.import_module("1c_format").parse("statement.txt")["СекцияДокумент"]
for name, (value, _) in DOCUMENT.items():
    print(f"1c-format 0.1: {name}={value} is read as {seen[name]!r}")

numbers = {"in the file": DOCUMENT["ПлательщикИНН"][0], "as read": str(seen["ПлательщикИНН"])}
print("python-stdnum 2.2, the tax number is valid:", {name: inn.is_valid(number) for name, number in numbers.items()})
raise SystemExit({name: seen[name] for name in DOCUMENT} != {name: value for name, (_, value) in DOCUMENT.items()})
PYTHON
