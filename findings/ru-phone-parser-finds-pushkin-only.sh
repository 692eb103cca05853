#!/usr/bin/env bash
# ru-phone-parser 1.0.2 (PyPI) finds the operator and the city of Russian phone numbers. It compares the text with prefixes as it is, so
# 8 916 and +7 (916) with its brackets have no operator, which are the ways people write numbers. The code 495 of Moscow is
# missing, and every number of Saint Petersburg is in Pushkin, a suburb, because its line comes first.
# phonenumbers 9.0.19 (PyPI) finds both cities in any form. Expected: the operator of 916 three times. Fails if it is found twice.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check ru-phone-parser==1.0.2 phonenumbers==9.0.19
venv/bin/python - <<'PYTHON'
import phonenumbers
from phonenumbers import geocoder
from phoneparser import PhoneParser

NUMBERS = ["79160001122", "89160001122", "+7 (916) 000-11-22", "74950001122", "78120001122", "78123334455"]
parser = PhoneParser()
seen = []
for number in NUMBERS:
    found = parser.parse(number)
    seen.append(found and (found["city"] or found["operator"]))
    text = number if number[0] in "+8" else f"+{number}"
    place = geocoder.description_for_number(phonenumbers.parse(text, "RU"), "en")
    print(f"{number}: ru-phone-parser 1.0.2 {found}, phonenumbers {place or 'no place'}")
raise SystemExit(seen != ["Москва", None, None, None, "Пушкин", "Пушкин"])
PYTHON
