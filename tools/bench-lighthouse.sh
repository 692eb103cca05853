#!/usr/bin/env bash
# Scores of Lighthouse for the pages that people open first. Usage: tools/bench-lighthouse.sh [--desktop].
# KARAVAN_BIN uses that server, with ASSETS_DIR or pages of its own, and builds none.
# package.json fixes `third-party-web`, because a package of Lighthouse asks for the latest one, which no lock file satisfies.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# Node.js looks for packages next to the sources, so the sources are copied to the packages.
packages() {
  local source=bench/lighthouse
  lighthouse=$CACHE/lighthouse-$(sha256sum <"$source/package-lock.json" | cut -c1-12)
  mkdir -p "$lighthouse"
  cp -R "$source/." "$lighthouse"
  [ -e "$lighthouse/.installed" ] && return
  say "bench/lighthouse: installing npm packages …"
  npm --prefix "$lighthouse" ci --silent --ignore-scripts --prefer-offline --no-audit --no-fund || return 1
  touch "$lighthouse/.installed"
}

program() {
  karavan=${KARAVAN_BIN:-$TARGET/release/karavan}
  [ -n "${KARAVAN_BIN:-}" ] && return
  bench_programs
  build_pages client agent
  export ASSETS_DIR=$ROOT/dist
}

browser() {
  local path
  for path in "${KARAVAN_CHROMIUM:-}" /usr/bin/chromium /usr/bin/chromium-browser; do
    [ -x "$path" ] && say "$path" && return
  done
  fail "Chromium is missing: run tools/setup.sh test, or set KARAVAN_CHROMIUM"
}

tools/setup.sh bench
chromium=$(browser)
packages || fail "could not install the packages of bench/lighthouse"
program
node "$lighthouse/measure.js" "$karavan" "$chromium" "$@"
