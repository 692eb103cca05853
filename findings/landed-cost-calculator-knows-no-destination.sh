#!/usr/bin/env bash
# landed-cost-calculator 0.3.1 (PyPI) computes what goods from China cost at their destination, with its VAT, "shipping any product to any
# country". The rates of VAT are in a file next to the module, and the package has the module alone: each destination ends with a
# FileNotFoundError, also the ones of its own help (DE, US, GB, JP). Without a destination it takes 0 % VAT and dollars.
# Expected: a price for DE. Fails if there is one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check landed-cost-calculator==0.3.1
venv/bin/python - <<'PYTHON'
from landed_cost import calculate, load_destination


def destination(code):
    try:
        return load_destination(code)["vat_rate"]
    except OSError as problem:
        return type(problem).__name__


seen = {code: destination(code) for code in ("DE", "US", "GB", "JP")}
plain = calculate(unit_price=100, quantity=10, fx_rate=0.13)
print(f"landed-cost-calculator 0.3.1: VAT of destinations: {seen}; without one: {plain['vat']} {plain['currency']}")
raise SystemExit(set(seen.values()) != {"FileNotFoundError"} or (plain["vat"], plain["currency"]) != (0, "USD"))
PYTHON
