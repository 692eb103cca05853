#!/usr/bin/env bash
# nechestniy-znak 1.0.3 (PyPI) asks the Russian service of obligatory marking (Chestny Znak) for a mark of goods, and writes the mark into
# the address as it is. Serial numbers of marks have the characters & + and % by the rules of GS1. The mark is cut at an ampersand, a plus
# arrives as a space, and % with two digits as another character: the answer is about no mark or another one. There is no error.
# Expected: the mark that was scanned. Fails if one of the three arrives whole.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check nechestniy-znak==1.0.3 requests urllib3
venv/bin/python - <<'PYTHON'
import json
from urllib.parse import parse_qs, urlsplit

import requests
from nechestniy_znak import Crpt

arrived = []


def send(_session, request, **_):
    """Keeps what a server reads from the address, and sends nothing."""
    arrived.append(parse_qs(urlsplit(request.url).query))
    answer = requests.Response()
    answer.status_code, answer._content = 200, json.dumps({}).encode()
    return answer


requests.Session.send = send
GOODS = "0104600000000015"
serials = ["5a1Bc2Dd3Ee4F", "5a1Bc2&d3Ee4F", "5a1Bc2+d3Ee4F", "5a1Bc2%41Ee4F"]
for serial in serials:
    Crpt().infoFromDataMatrix(f"{GOODS}21{serial}\x1d93AbCd")
seen = [query["code"][0].removeprefix(GOODS + "21") for query in arrived]
for serial, text in zip(serials, seen):
    print(f"nechestniy-znak 1.0.3: {serial} arrives as {text!r}")
right = [f"{serial}\x1d93AbCd" for serial in serials]
raise SystemExit(seen[0] != right[0] or any(text == whole for text, whole in zip(seen[1:], right[1:])))
PYTHON
