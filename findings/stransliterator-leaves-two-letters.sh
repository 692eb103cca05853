#!/usr/bin/env bash
# stransliterator 0.0.4 (PyPI) writes Russian and Kazakh names in Latin letters. Its table has the capital К and Т in the wrong alphabet: К
# becomes a Cyrillic К, and Т is not replaced at all. Both look like Latin letters, so a label looks right, and a carrier that takes
# Latin letters only refuses it, or finds no such client. Ю becomes U with a mark, as Ү does, so Юлия and Үлия are one name.
# iuliia 0.13.0 (PyPI) writes all of them. Expected: Karimova Tatiana. Fails if a Cyrillic letter is gone.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check stransliterator==0.0.4 iuliia==0.13.0
venv/bin/python - <<'PYTHON'
import unicodedata
from importlib import import_module
from importlib.metadata import files

import iuliia

[module] = {path.parts[0] for path in files("stransliterator") if path.name == "__init__.py"}
convert_to_latin = import_module(module).convert_to_latin


def cyrillic(text):
    return [letter for letter in text if unicodedata.name(letter).startswith("CYRILLIC")]


name = "Каримова Татьяна"
seen, right = convert_to_latin(name), iuliia.ICAO_DOC_9303.translate(name)
print(f"stransliterator 0.0.4: {name} is {seen}, of these Cyrillic: {cyrillic(seen)}; Юлия is {convert_to_latin('Юлия')}")
print(f"iuliia 0.13.0: {name} is {right}, of these Cyrillic: {cyrillic(right)}")
raise SystemExit(cyrillic(seen) != ["К", "Т"] or cyrillic(right) != [] or convert_to_latin("Юлия") != convert_to_latin("Үлия"))
PYTHON
