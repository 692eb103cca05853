#!/usr/bin/env bash
# qazaqstanphonenumberparser 1.0.0 (PyPI) finds the phone number of Kazakhstan in a text. It first joins all digits of the text and looks
# for a 7 and ten digits then, so the digits of a house or a warehouse before it become a part: "Абая 17, 8 701 000 11 22" is 77870100011,
# a number that exists in no message. It has the right form, there is no error, and the courier calls a stranger.
# libphonenumber (phonenumbers 9.0.19, PyPI) finds the number. Expected: 77010001122. Fails if it is found after a 7.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check qazaqstanphonenumberparser==1.0.0 phonenumbers==9.0.19
venv/bin/python - <<'PYTHON'
import phonenumbers
from src.parser import parse_phone_number

TEXTS = ["Тел. 8 701 000 11 22", "Абая 17, 8 701 000 11 22", "Склад 7, тел. +7 701 000 11 22"]
seen, found = [], []
for text in TEXTS:
    seen.append(parse_phone_number(text))
    found.append([match.number.country_code * 10**10 + match.number.national_number
                  for match in phonenumbers.PhoneNumberMatcher(text, "KZ")])
    print(f"{text}: qazaqstanphonenumberparser 1.0.0 finds {seen[-1]}, phonenumbers {found[-1]}")
raise SystemExit(found != [[77010001122]] * 3 or seen != [77010001122, 77870100011, 77701000112])
PYTHON
