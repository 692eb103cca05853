#!/usr/bin/env bash
# currency-symbol-map, version 5.1.0 (npm), and currency-symbols, version 2.0.6 (PyPI), give the currencies of Kyrgyzstan and of
# Uzbekistan, KGS and UZS, the sign of the Bulgarian lev, which was worth some fifty of the first and seven thousand of the second, and
# has been the euro since 2026. The tenge of Kazakhstan has its own sign. babel 2.19.0 writes the codes.
# Expected: сом and soʻm, or the codes. Fails if one of them has not the sign of the lev.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check currency-symbols==2.0.6 babel==2.19.0
npm init -y >/dev/null
npm install --silent --no-audit --no-fund currency-symbol-map@5.1.0
node - >npm.txt <<'NODE'
const map = require("currency-symbol-map");
const sign = map.default ?? map;
console.log(["KGS", "UZS", "KZT", "BGN"].map((code) => sign(code)).join(" "));
NODE
venv/bin/python - >pypi.txt <<'PYTHON'
from currency_symbols import CurrencySymbols

print(*[CurrencySymbols.get_symbol(code) for code in ("KGS", "UZS", "KZT", "BGN")])
PYTHON
babel=$(venv/bin/python -c 'from babel.numbers import format_currency as f; print(f(5000, "KGS", locale="ru"))')
echo "KGS UZS KZT BGN: currency-symbol-map 5.1.0 $(cat npm.txt), currency-symbols 2.0.6 $(cat pypi.txt); babel 2.19.0: $babel"
[ "$(cat npm.txt)" = "лв лв ₸ лв" ]
[ "$(cat pypi.txt)" = "лв лв ₸ лв" ]
