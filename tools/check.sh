#!/usr/bin/env bash
# `make check`: the quick check while working. Format, clippy of the server, unit tests, and the integration tests on SQLite of
# the features that differ from main (on main: from the previous commit). `make test` runs everything.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# The features with changed files; test modules have the names of features. Empty if code below the features has changed, so that
# all tests run.
changed_features() {
  local base files
  base=$(git merge-base HEAD main 2>/dev/null || true)
  [ -n "$base" ] && [ "$base" != "$(git rev-parse HEAD)" ] || base=HEAD~1
  files=$(git diff --name-only "$base" -- backend shared-types migrations; git ls-files --others --exclude-standard -- backend shared-types migrations)
  if grep -qE '^(migrations/|backend/(platform|entities|infra)/|backend/src/app\.rs|backend/tests/it/support/)' <<<"$files"; then
    return
  fi
  sed -nE -e 's#^backend/trade/src/orders/services/.*#services#p; t' \
    -e 's#^(backend(/[a-z]+)?/src|backend/tests/it|shared-types/src)/([a-z_]+)(/|\.rs).*#\3#p' <<<"$files" \
    | sed -E 's/^(ledger|payments|topups|rates)$/money/; s/^(identity|profile)$/people/; s/^ext$/extension/; s/^media$/services/' | sort -u
}

clippy() { cargo clippy --quiet --all-targets -- -D warnings; }
unit_tests() { cargo test --workspace --quiet --lib; }
feature_tests() {
  local features
  mapfile -t features < <(changed_features)
  say "features: ${features[*]:-all}"
  cargo test --workspace --quiet --test it -- --skip ::postgres "${features[@]}"
}

stage "set-up" tools/setup.sh format
stage "format" cargo fmt --all --check
stage "format of views" format_views --check
stage "clippy: server" clippy
stage "unit tests" unit_tests
stage "tests on SQLite" feature_tests
