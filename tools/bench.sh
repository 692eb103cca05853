#!/usr/bin/env bash
# `make bench`: sizes, start and memory of what people get, each against its budget.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

START_BUDGET_MS=300
MEMORY_BUDGET_KB=$((35 * 1024))

pages() { tools/build-spa.sh client && tools/build-spa.sh agent; }

server() {
  cargo build --release --quiet -p backend || return 1
  node tools/bench-server.mjs "$TARGET/release/karavan" "$START_BUDGET_MS" "$MEMORY_BUDGET_KB"
}

tools/setup.sh test
stage "first load of the pages" pages
stage "start and memory of the server" server
stage "extension: parsing a heavy page" npm --prefix extension run --silent bench
