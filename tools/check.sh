#!/usr/bin/env bash
# `make check`: the quick check while working. Format, clippy of the server, unit tests, and the integration tests on SQLite of
# the features that differ from main (on main: from the previous commit). `make test` runs everything.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# The test modules of a feature. Most have the same name.
modules_of() {
  case $1 in
    ledger | payments | purchasing | rates | topups) echo money ;;
    identity) echo identity people ;;
    profile) echo people staff ;;
    staff) echo access staff ;;
    ext) echo extension ;;
    media) echo media services ;;
    alerts) echo jobs observability ;;
    *) echo "$1" ;;
  esac
}

# The test modules of the features with changed files. Empty if code below the features has changed, or code without a test
# module of its own, so that all tests run.
changed_modules() {
  local base files feature module modules=()
  base=$(git merge-base HEAD main 2>/dev/null || true)
  [ -n "$base" ] && [ "$base" != "$(git rev-parse HEAD)" ] || base=HEAD~1
  files=$(git diff --name-only "$base" -- backend shared-types migrations; git ls-files --others --exclude-standard -- backend shared-types migrations)
  if grep -qE '^(migrations/|backend/(platform|entities|infra)/|backend/src/app\.rs|backend/tests/it/support/)' <<<"$files"; then
    return
  fi
  for feature in $(sed -nE -e 's#^backend/trade/src/orders/services/.*#services#p; t' \
    -e 's#^(backend(/[a-z]+)?/src|backend/tests/it|shared-types/src)/([a-z_]+)(/|\.rs).*#\3#p' <<<"$files" | sort -u); do
    for module in $(modules_of "$feature"); do
      [ -d "backend/tests/it/$module" ] || [ -f "backend/tests/it/$module.rs" ] || return 0
      modules+=("$module")
    done
  done
  [ ${#modules[@]} -eq 0 ] || printf '%s\n' "${modules[@]}" | sort -u
}

clippy() { cargo clippy --quiet --all-targets -- -D warnings; }
# Of the default members: the libraries of the pages are for browsers.
unit_tests() { cargo test --quiet --lib; }
feature_tests() {
  local modules
  mapfile -t modules < <(changed_modules)
  say "test modules: ${modules[*]:-all}"
  cargo test --quiet --test it -- --skip ::postgres "${modules[@]/%/::}"
}

stage "set-up" tools/setup.sh format
stage "format" cargo fmt --all --check
stage "format of views" format_views --check
stage "clippy: server" clippy
stage "unit tests" unit_tests
stage "tests on SQLite" feature_tests
