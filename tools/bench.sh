#!/usr/bin/env bash
# `make bench`: size, start time, memory and speed of the release build, each compared with its budget.
# Usage: tools/bench.sh [--quick]; the quick form measures only speed, on less data.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

START_BUDGET_MS=300
MEMORY_BUDGET_KB=$((35 * 1024))

pages() { build_pages client agent; }

server() {
  bench_programs || return 1
  node tools/bench-server.mjs "$TARGET/release/karavan" "$START_BUDGET_MS" "$MEMORY_BUDGET_KB"
}

# With the release build of the server and the pages.
in_browser() {
  bench_programs || return 1
  (cd e2e && KARAVAN_BIN="$TARGET/release/karavan" npx playwright test -c bench.config.ts)
}

# A million items as JSON Lines, and requests by key.
exports() {
  bench_programs || return 1
  tools/with-postgres.sh node tools/bench-exports.mjs "$TARGET/release/karavan"
}

# Needs five gigabytes of disk for ten million events, for some minutes.
events() {
  bench_programs || return 1
  tools/with-postgres.sh node tools/bench-events.mjs "$TARGET/release/karavan"
}

# Imports are compared with openpyxl.
imports() {
  local venv=$CACHE/bench-venv
  [ -x "$venv/bin/python" ] || python3 -m venv "$venv" || return 1
  "$venv/bin/python" -c 'import openpyxl' 2>/dev/null || "$venv/bin/pip" install --quiet openpyxl==3.1.5 || return 1
  "$venv/bin/python" tools/bench-import.py "$TARGET/release/karavan"
}

tools/setup.sh bench
if [ "${1:-}" = --quick ]; then
  stage "speed, quick" tools/bench-speed.sh --quick
  stage "the same answers from other programs" tools/bench-peers.sh --check
  exit
fi
stage "size of the first page load" pages
stage "start time and memory of the server" server
stage "import of 10,000 rows" imports
stage "export of a million items, and requests by key" exports
stage "events written with changes, and the feed of ten million events" events
stage "frame rate of a long order card, and how soon pages answer" in_browser
stage "Lighthouse, mobile" tools/bench-lighthouse.sh
stage "photos, videos, scans" tools/bench-media.sh
stage "extension: parsing a large page" npm --prefix extension run --silent bench
stage "calculation of an order with 500 items" tools/bench-pricing.sh
stage "ledger without the server" tools/bench-ledger.sh
stage "speed compared with the baseline, and with a million orders" tools/bench-speed.sh
stage "compared with the programs of bench/peers" tools/bench-peers.sh
