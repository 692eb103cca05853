#!/usr/bin/env bash
# `make check`: the loop to work in. Format, clippy of the server, unit tests, and on SQLite the tests of what differs from main,
# or, on main itself, from the commit before. Everything else is `make test`.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# The features of the changed files, as the tests are named by them; the whole suite when something below the features has changed.
changed_features() {
  local base files
  base=$(git merge-base HEAD main 2>/dev/null || true)
  [ -n "$base" ] && [ "$base" != "$(git rev-parse HEAD)" ] || base=HEAD~1
  files=$(git diff --name-only "$base" -- backend shared-types migrations; git ls-files --others --exclude-standard -- backend shared-types migrations)
  if grep -qE '^(migrations/|backend/src/(platform/|app\.rs)|backend/tests/it/support/)' <<<"$files"; then
    return
  fi
  sed -nE 's#^(backend/src|backend/tests/it|shared-types/src)/([a-z_]+)(/|\.rs).*#\2#p' <<<"$files" | sort -u
}

clippy() { cargo clippy --quiet -p backend -p shared-types -p migrations --all-targets -- -D warnings; }
unit_tests() { cargo test --workspace --quiet --lib; }
feature_tests() {
  local features
  mapfile -t features < <(changed_features)
  say "features: ${features[*]:-all}"
  cargo test --workspace --quiet --test it -- --skip postgres:: "${features[@]}"
}

stage "format" cargo fmt --all --check
stage "clippy: server" clippy
stage "unit tests" unit_tests
stage "tests on SQLite" feature_tests
