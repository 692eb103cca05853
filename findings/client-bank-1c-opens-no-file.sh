#!/usr/bin/env bash
# client-bank-1c 0.3 (PyPI) reads statements of Russian banks (1CClientBankExchange). Its method for files, `from_file`, opens them in
# binary mode with an encoding and so ends with a ValueError for every file; a file opened in binary mode is refused too. A statement in
# the coding of DOS, which the format names in its header (`Кодировка=DOS`) and the package itself can write, ends with an AttributeError.
# Expected: the payment of 12500.50. Fails if one of the files is read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check client-bank-1c==0.3
venv/bin/python - <<'PYTHON'
from client_bank_1c import dump, load

LINES = """1CClientBankExchange
ВерсияФормата=1.03
Кодировка={coding}
РасчСчет=40702810000000000001
СекцияДокумент=Платежное поручение
Номер=17
Дата=30.11.2026
Сумма=12500.50
ПлательщикСчет=40702810000000000002
ПолучательСчет=40702810000000000001
НазначениеПлатежа=Пополнение
КонецДокумента
КонецФайла
"""


def write(name, coding, encoding):
    with open(name, "wb") as file:
        file.write(LINES.format(coding=coding).replace("\n", "\r\n").encode(encoding))
    return name


def sums(read):
    try:
        return [str(document["Сумма"]) for document in read().documents]
    except Exception as problem:
        return type(problem).__name__


windows, dos = write("windows.txt", "Windows", "cp1251"), write("dos.txt", "DOS", "cp866")
content = {name: open(name, "rb").read() for name in (windows, dos)}
own = dump(load(content[windows]).documents, {"Кодировка": "DOS"})
seen = {
    "from_file": sums(lambda: load.from_file(windows)),
    "a binary file": sums(lambda: load(open(windows, "rb"))),
    "bytes": sums(lambda: load(content[windows])),
    "bytes of DOS": sums(lambda: load(content[dos])),
    "bytes of DOS that it wrote": sums(lambda: load(own)),
}
for way, found in seen.items():
    print(f"client-bank-1c 0.3: {way}: {found}")
# The control: the same lines are readable text in the coding that the header names.
is_valid = "Сумма=12500.50" in content[dos].decode("cp866") and "Сумма=12500.50" in own.decode("cp866")
expected = ["ValueError", "AssertionError", ["12500.50"], "AttributeError", "AttributeError"]
raise SystemExit(0 if is_valid and list(seen.values()) == expected else 1)
PYTHON
