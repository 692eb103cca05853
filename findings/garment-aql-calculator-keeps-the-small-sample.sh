#!/usr/bin/env bash
# garment-aql-calculator 1.0.0 (PyPI) says how many pieces of a lot to inspect, and how many may be bad (ISO 2859-1). An arrow in its table
# means another plan, with the sample of that plan: for 60 pieces at 2.5 %, inspect 20 and accept one bad piece. The package keeps the
# sample of 13 and accepts none, so it refuses lots that the standard takes. For critical defects (0.65 %) of 30 pieces it inspects 8
# instead of 20, and for a large lot 800 instead of 500 with the same number of bad ones.
# Expected: 20 and 1, 20 and 0, 500 and 21. Fails if one of them is returned.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check garment-aql-calculator==1.0.0
venv/bin/python - <<'PYTHON'
from garment_aql_calculator import calculate_aql

# Pieces and limit, then the sample and the accepted number: by the package, and by the standard's table for normal inspection.
PLANS = [
    ((500, 2.5), (50, 3), (50, 3)),
    ((2400, 2.5), (125, 7), (125, 7)),
    ((60, 2.5), (13, 0), (20, 1)),
    ((30, 0.65), (8, 0), (20, 0)),
    ((200000, 2.5), (800, 21), (500, 21)),
]
seen = []
for (pieces, limit), _, right in PLANS:
    plan = calculate_aql(pieces, "GII", limit)
    seen.append((plan["sample_size"], plan["accept_number"]))
    print(f"garment-aql-calculator 1.0.0: {pieces} pieces at {limit} %: inspect and accept {seen[-1]}, the standard has {right}")
raise SystemExit(seen != [expected for _, expected, _ in PLANS])
PYTHON
