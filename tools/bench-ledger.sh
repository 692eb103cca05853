#!/usr/bin/env bash
# Benchmarks the ledger without the HTTP server. Usage: tools/bench-ledger.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
source tools/packages.sh

bench_programs
folder=$(mktemp -d "${TMPDIR:-/tmp}/karavan-ledger.XXXXXX")
trap 'rm -rf "$folder"' EXIT
pgbench=$(postgres_bin)/pgbench
[ -x "$pgbench" ] || pgbench=$(command -v pgbench) || fail "pgbench is missing: install it with PostgreSQL"
tools/with-postgres.sh node tools/bench-ledger.mjs \
  "$TARGET/release/karavan" "$TARGET/release/bare" "$TARGET/release/ledger-bench" "$pgbench" "$folder"
