#!/usr/bin/env bash
# currency.js version 2.0.4 (npm) counts money. Halves are rounded towards plus infinity: 1.15 yuan for 1.1 kg are 1.27, and the same sum as a refund is
# -1.26, so an order that is cancelled leaves a fen with the client's account, and sums of both signs do not add up to zero.
# `toFixed` of accounting 0.4.1 (npm) does the same, while its `formatMoney` does not, so list and total of one page differ.
# ROUND_HALF_UP of Python's decimal, like rounding in trade, goes away from zero on both sides.
# Expected: -1.27. Fails if the refund is rounded like the charge.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund currency.js@2.0.4 accounting@0.4.1
cat >refund.js <<'JS'
const currency = require("currency.js");
const accounting = require("accounting");
const charge = currency(1.15).multiply(1.1);
const refund = currency(-1.15).multiply(1.1);
console.log(charge.value, refund.value, charge.add(refund).value);
console.log(currency("12.345").value, currency("-12.345").value);
console.log(accounting.toFixed(10.235, 2), accounting.toFixed(-10.235, 2), accounting.formatMoney(-10.235, ""));
JS
seen=$(node refund.js)
right=$(python3 -c 'from decimal import ROUND_HALF_UP, Decimal
for amount in ("1.265", "-1.265", "-12.345", "-10.235"): print(Decimal(amount).quantize(Decimal("0.01"), ROUND_HALF_UP), end=" ")')
echo "currency.js 2.0.4: charge, refund and their sum, then 12.345 and -12.345; accounting 0.4.1: 10.235, -10.235, and -10.235 formatted:"
echo "$seen"
echo "decimal: 1.265, -1.265, -12.345, -10.235 are $right"
diff <(echo "$seen") - <<'SEEN'
1.27 -1.26 0.01
12.35 -12.34
10.24 -10.23 -10.24
SEEN
[ "$right" = "1.27 -1.27 -12.35 -10.24 " ]
