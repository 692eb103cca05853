#!/usr/bin/env bash
# `make test`: everything that CI proves, in the order in which failures are cheapest.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

started=$SECONDS
seen=$TARGET/contract-seen
rust_tests() {
  mkdir -p "$TARGET" && rm -f "$seen"
  KARAVAN_CONTRACT_SEEN=$seen tools/with-s3.sh tools/with-postgres.sh cargo test --workspace --quiet --no-fail-fast
}
contract_seen() { node tools/contract-seen.mjs docs/openapi.json "$seen"; }
server() { cargo build --quiet -p backend; }
browser_tests() { KARAVAN_BIN="$TARGET/debug/karavan" npm --prefix e2e test --silent; }

stage "set-up" tools/setup.sh test
tools/lint.sh
stage "extension: tests" npm --prefix extension test --silent
stage "Rust tests, on SQLite, PostgreSQL and S3" rust_tests
stage "the contract, as the tests have seen it" contract_seen
stage "client SPA" tools/build-spa.sh client
stage "agent SPA" tools/build-spa.sh agent
stage "gallery of components" tools/build-gallery.sh
stage "server for the browser tests" server
# The short form of `make soak`.
killed() { node tools/soak.mjs "$TARGET/debug/karavan" 5; }

contract() { tools/fuzz.sh --short; }

stage "the contract, asked in every way" contract
stage "browser tests" browser_tests
stage "killed five times, nothing lost" killed

printf '\nAll stages passed in %d s.\n' "$((SECONDS - started))"
