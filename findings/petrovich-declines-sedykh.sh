#!/usr/bin/env bash
# petrovich 2.0.1 (PyPI) declines Russian names, for contracts and powers of attorney. Surnames in -ых and -их (Седых, Черных, Долгих), common in
# Siberia, have one form for all cases. The package declines them for men: "доверенность на Седыха" is for a person whose passport has no
# such name, and a carrier or the customs may refuse it. For women, and for Иванов, it is right. There is no error.
# Rules of Russian spelling and punctuation (Lopatin), surnames in -ых, -их; petrovich 0.2.1 (npm), of the same rules, keeps them.
# Expected: Седых. Fails if one of the three is kept.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check petrovich==2.0.1
npm init -y >/dev/null
npm install --silent --no-audit --no-fund petrovich@0.2.1
names=(Седых Черных Долгих Иванов)
seen=$(venv/bin/python -c 'import sys
from petrovich.enums import Case, Gender
from petrovich.main import Petrovich
print(*[Petrovich().lastname(name, Case.GENITIVE, Gender.MALE) for name in sys.argv[1:]])' "${names[@]}")
right=$(node -e 'const petrovich = require("petrovich");
console.log(process.argv.slice(1).map((last) => petrovich({ gender: "male", last }, "genitive").last).join(" "))' "${names[@]}")
echo "${names[*]} in the genitive: petrovich 2.0.1 of PyPI has $seen; petrovich 0.2.1 of npm has $right"
[ "$seen" = "Седыха Черныха Долгиха Иванова" ]
[ "$right" = "Седых Черных Долгих Иванова" ]
