#!/usr/bin/env bash
# `make fuzz`: the contract (OpenAPI) against the real server, on SQLite and PostgreSQL, with everybody's credentials.
# Usage: tools/fuzz.sh [--short]; the short form is part of `make test`.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

venv=$CACHE/fuzz-venv-$SCHEMATHESIS_VERSION
if [ ! -x "$venv/bin/st" ]; then
  say "Schemathesis $SCHEMATHESIS_VERSION: installing it …"
  python3 -m venv "$venv" && "$venv/bin/pip" install --quiet "schemathesis==$SCHEMATHESIS_VERSION" \
    || fail "could not install Schemathesis $SCHEMATHESIS_VERSION: Python 3.10 with venv, and PyPI, are needed"
fi
[ -n "${KARAVAN_BIN:-}" ] || cargo build --quiet -p backend
tools/with-postgres.sh node tools/fuzz.mjs "${KARAVAN_BIN:-$TARGET/debug/karavan}" "$venv/bin/st" "$@"
