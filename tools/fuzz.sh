#!/usr/bin/env bash
# `make fuzz`: tests the server against its OpenAPI document with Schemathesis, on SQLite and PostgreSQL, with the credentials of
# each kind of caller.
# Usage: tools/fuzz.sh [--short]; the short form is part of `make test`.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

venv=$CACHE/fuzz-venv-$SCHEMATHESIS_VERSION
if [ ! -x "$venv/bin/st" ]; then
  say "Schemathesis $SCHEMATHESIS_VERSION: installing …"
  python3 -m venv "$venv" && "$venv/bin/pip" install --quiet "schemathesis==$SCHEMATHESIS_VERSION" \
    || fail "could not install Schemathesis $SCHEMATHESIS_VERSION: it needs Python 3.10 with venv, and access to PyPI"
fi
[ -n "${KARAVAN_BIN:-}" ] || cargo build --quiet -p backend
tools/with-postgres.sh node tools/fuzz.mjs "${KARAVAN_BIN:-$TARGET/debug/karavan}" "$venv/bin/st" "$@"
