#!/usr/bin/env bash
# `make bench`: sizes, start, memory and speed of what people get, each against its budget; --quick measures speed alone, on less.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

START_BUDGET_MS=300
MEMORY_BUDGET_KB=$((35 * 1024))

pages() { build_pages client agent; }

server() {
  bench_programs || return 1
  node tools/bench-server.mjs "$TARGET/release/karavan" "$START_BUDGET_MS" "$MEMORY_BUDGET_KB"
}

# In a browser, on the server and the pages that people get.
frames() {
  bench_programs || return 1
  (cd e2e && KARAVAN_BIN="$TARGET/release/karavan" npx playwright test -c bench.config.ts)
}

# The reader that imports are compared with.
imports() {
  local venv=$CACHE/bench-venv
  [ -x "$venv/bin/python" ] || python3 -m venv "$venv" || return 1
  "$venv/bin/python" -c 'import openpyxl' 2>/dev/null || "$venv/bin/pip" install --quiet openpyxl==3.1.5 || return 1
  "$venv/bin/python" tools/bench-import.py "$TARGET/release/karavan"
}

tools/setup.sh test
if [ "${1:-}" = --quick ]; then
  stage "speed, quick form" tools/bench-speed.sh --quick
  exit
fi
stage "first load of the pages" pages
stage "start and memory of the server" server
stage "import of 10,000 rows" imports
stage "frames of a long card" frames
stage "photos, videos, scans" tools/bench-media.sh
stage "extension: parsing a heavy page" npm --prefix extension run --silent bench
stage "pricing of 500 lines" tools/bench-pricing.sh
stage "the ledger without the server" tools/bench-ledger.sh
stage "speed beside a bare program, and with a million orders" tools/bench-speed.sh
