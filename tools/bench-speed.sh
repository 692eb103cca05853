#!/usr/bin/env bash
# Speed beside a bare program and by the number of orders, and of logins and permissions: tools/bench-speed.sh [--quick] [--only=sqlite|postgres]
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

bench_programs

# Up to 6 GB, gone afterwards.
folder=$(mktemp -d "${TMPDIR:-/tmp}/karavan-bench.XXXXXX")
trap 'rm -rf "$folder"' EXIT
tools/with-postgres.sh node tools/bench-speed.mjs "$TARGET/release/karavan" "$TARGET/release/bare" "$folder" "$@"
mkdir -p "$folder/people"
tools/with-postgres.sh node tools/bench-people.mjs "$TARGET/release/karavan" "$TARGET/release/bare" "$folder/people" "$@"
