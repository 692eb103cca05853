#!/usr/bin/env bash
# `make test`: everything that CI checks, cheapest checks first.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

started=$SECONDS
scratch=$(mktemp -d "$(scratch_root)/karavan-test.XXXXXX")
# PostgreSQL runs as another user.
chmod 711 "$scratch"
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
# Runs a stage with its databases and the profiles of its browsers in the scratch folder.
scratched() { TMPDIR=$scratch "$@"; }
seen=$TARGET/contract-seen
rust_tests() {
  mkdir -p "$TARGET" && rm -f "$seen"
  KARAVAN_CONTRACT_SEEN=$seen tools/with-s3.sh tools/with-postgres.sh cargo test --workspace --tests --quiet --no-fail-fast
}
contract_seen() { node tools/contract-seen.mjs docs/openapi.json "$seen"; }
# The browser tests use the server that the Rust tests have built.
export KARAVAN_BIN=$TARGET/debug/karavan
browser_tests() { npm --prefix e2e test --silent; }
# The tests that depend on the database most: logins, imports, the life of an order, and services.
# shellcheck disable=SC2016
browser_tests_on_postgres() {
  scratched tools/with-postgres.sh bash -c 'KARAVAN_E2E_POSTGRES=$TEST_DATABASE_URL npm --prefix e2e run --silent test:postgres'
}
extension_in_chromium() { scratched npm --prefix extension run --silent test:browser; }
extension_in_firefox() {
  if has "${KARAVAN_FIREFOX:-firefox-esr}" || has firefox; then
    scratched npm --prefix extension run --silent test:firefox
  else
    say "Firefox is not installed: the extension is not tested in it"
  fi
}

export ASSETS_DIR=$ROOT/dist/dev
# Copies of it serve the tests on SQLite.
export KARAVAN_DEMO=$scratch/demo
demo() (
  mkdir "$KARAVAN_DEMO" && cd "$KARAVAN_DEMO"
  export DATABASE_URL="sqlite://$KARAVAN_DEMO/demo.db?mode=rwc" PUBLIC_URL=http://127.0.0.1:8080 RUST_LOG=error
  "$KARAVAN_BIN" migrate >/dev/null && "$KARAVAN_BIN" demo >/dev/null
  [ ! -e demo.db-wal ] || fail "the database is still open"
)

stage "set-up" tools/setup.sh test
tools/lint.sh
stage "extension: tests" npm --prefix extension test --silent
stage "Rust tests, on SQLite, PostgreSQL and S3" scratched rust_tests
stage "API contract: coverage by the Rust tests" contract_seen
stage "pages of both cabinets, gallery of components" build_development_pages client agent gallery
stage "demo data" demo
# The short versions of `make soak`.
killed() { scratched node tools/soak.mjs "$KARAVAN_BIN" 5; }
failed_commits_on_sqlite() { scratched node tools/soak-commit.mjs "$KARAVAN_BIN" 4; }
# shellcheck disable=SC2016
failed_commits_on_postgres() {
  scratched tools/with-postgres.sh bash -c 'node tools/soak-commit.mjs "$KARAVAN_BIN" 4 "$TEST_DATABASE_URL"'
}
power_losses() { scratched node tools/soak-power.mjs "$KARAVAN_BIN" 3; }
failing_disk() { scratched node tools/soak-disk.mjs "$KARAVAN_BIN" 3; }
clock_jumps() { scratched node tools/soak-clock.mjs "$KARAVAN_BIN" 3; }

contract() { tools/fuzz.sh --short; }

stage "API contract: fuzzing" scratched contract
stage "API contract: generated clients" scratched tools/clients.sh
stage "API contract: requests of the guide" scratched node tools/guide.mjs "$KARAVAN_BIN"
stage "browser tests" scratched browser_tests
stage "browser tests on PostgreSQL" browser_tests_on_postgres
stages "extension in Chromium" extension_in_chromium "extension in Firefox" extension_in_firefox
stages "server killed five times, nothing lost" killed \
  "full disk on SQLite, nothing lost" failed_commits_on_sqlite \
  "connections cut at commit on PostgreSQL, nothing lost" failed_commits_on_postgres \
  "three power losses on SQLite, nothing lost" power_losses \
  "failing disk on SQLite, nothing lost" failing_disk \
  "clock jumps, nothing lost and no job stuck" clock_jumps
printf '\nAll stages passed in %d s.\n' "$((SECONDS - started))"
