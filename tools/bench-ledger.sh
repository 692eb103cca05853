#!/usr/bin/env bash
# The product's ledger without the server: tools/bench-ledger.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
source tools/packages.sh

bench_programs
folder=$(mktemp -d "${TMPDIR:-/tmp}/karavan-ledger.XXXXXX")
trap 'rm -rf "$folder"' EXIT
pgbench=$(postgres_bin)/pgbench
[ -x "$pgbench" ] || pgbench=$(command -v pgbench) || fail "pgbench is missing: it comes with PostgreSQL's programs"
tools/with-postgres.sh node tools/bench-ledger.mjs \
  "$TARGET/release/karavan" "$TARGET/release/bare" "$TARGET/release/ledger-bench" "$pgbench" "$folder"
