#!/usr/bin/env bash
# num2word-uz 0.1.1 (PyPI) writes numbers in Uzbek words. Its function for sums with decimals takes the zeros at the end away before it looks
# for the point, also from whole numbers: 250000 soums become "yigirma besh", 25, and 1500 become 15. With decimals, or by the
# function for whole numbers, they are right, so it shows only in sums that are round.
# to-words 5.7.0 (npm) knows Uzbek. Expected: "ikki yuz ellik ming". Fails if 250000 keeps its zeros.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check num2word-uz==0.1.1
npm init -y >/dev/null
npm install --silent --no-audit --no-fund to-words@5.7.0
sums=(250000 1500 100 2000.5 1236)
seen=$(venv/bin/python -c 'import sys; from num2word_uz import float_num2word
for number in sys.argv[1:]: print(number, float_num2word(number))' "${sums[@]}")
right=$(node -e 'const { ToWords } = require("to-words"); const uz = new ToWords({ localeCode: "uz-UZ" });
for (const number of process.argv.slice(1)) console.log(number, uz.convert(Number(number)));' "${sums[@]}")
echo "num2word-uz 0.1.1:"
echo "$seen"
echo "to-words 5.7.0:"
echo "$right"
diff <(echo "$seen" | head -n 3) - <<'SEEN'
250000 yigirma besh
1500 o'n besh
100 bir
SEEN
diff <(echo "$right" | head -n 3) - <<'RIGHT'
250000 Ikki Yuz Ellik Ming
1500 Ming Besh Yuz
100 Yuz
RIGHT
