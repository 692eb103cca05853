#!/usr/bin/env bash
# `make fuzz`: tests the server against its OpenAPI document with Schemathesis, on SQLite and PostgreSQL, with the credentials of
# each kind of caller.
# Usage: tools/fuzz.sh [--short]; the short form is part of `make test`.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

venv=$(python_environment schemathesis)
[ -n "${KARAVAN_BIN:-}" ] || cargo build --quiet -p backend
tools/with-postgres.sh node tools/fuzz.mjs "${KARAVAN_BIN:-$TARGET/debug/karavan}" "$venv/bin/st" "$@"
