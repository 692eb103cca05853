#!/usr/bin/env bash
# Installs the tools for a command: `tools/setup.sh run|release|format|lint|test|bench|peers`.
# Fast if everything is installed. If something can't be installed, names it.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
source tools/packages.sh

# Installs a program from crates.io into the tools folder, as a prebuilt binary if possible.
crate_tool() {
  local program=$1 crate=$2 version=$3
  shift 3
  if has "$program" && "$program" --version 2>/dev/null | grep -qwF "$version"; then
    return
  fi
  if has cargo-binstall && cargo binstall --no-confirm --disable-strategies compile --root "$TOOLS" "$crate@$version" >/dev/null 2>&1; then
    say "$crate $version: installed prebuilt"
    return
  fi
  say "$crate $version: compiling, this takes a few minutes once …"
  # These programs run for seconds, so a fast build matters more than their speed.
  CARGO_TARGET_DIR="$CACHE/tools-build" \
    CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
    CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_DEBUG=0 \
    cargo install --quiet --root "$TOOLS" "$crate" --version "$version" "$@" \
    || fail "could not install $crate $version: put it on PATH to skip this step"
}

rust() {
  has cargo || fail "Rust is missing: install it with rustup (https://rustup.rs) and run this again"
  has cc || package cc "a C compiler"
  # The toolchain of rust-toolchain.toml, which rustup does not install by itself where RUSTUP_AUTO_INSTALL is 0.
  if [ ! -d "$(rustc --print sysroot 2>/dev/null)/lib/rustlib/wasm32-unknown-unknown" ]; then
    has rustup || fail "the Rust target wasm32-unknown-unknown is missing: rustup is needed to add it"
    rustup toolchain install --no-self-update || fail "could not install the toolchain of rust-toolchain.toml"
  fi
}

node_is_new_enough() { has node && [ "$(node -p 'process.versions.node.split(".")[0]')" -ge "$NODE_OLDEST" ]; }

# Stable distributions ship an older Node. npm has packages with its binary. Usage: fetch_node <folder>
fetch_node() {
  local platform
  platform=$(node -p 'process.platform + "-" + process.arch')
  say "Node.js $NODE_FETCHED: installing, $(node --version) is too old …"
  npm install --silent --no-save --prefix "$TOOLS/node-package" "node-$platform@$NODE_FETCHED" \
    || fail "Node.js $NODE_FETCHED could not be installed ($(node --version) is installed)"
  mkdir -p "$1"
  ln -sfn "$TOOLS/node-package/node_modules/node-$platform/bin" "$1/bin"
}

node_and_npm() {
  has npm || package npm "Node.js with npm"
  node_is_new_enough && return
  fetch_node "$TOOLS/node"
  hash -r
  node_is_new_enough || fail "Node.js $NODE_OLDEST or newer is missing"
}

# Installs the locked npm packages of a folder unless they are installed. `production` skips the packages that only a release
# needs.
npm_packages() {
  local folder=$1 kind=${2:-all} lock stamp options=()
  lock=$(sha256sum "$folder/package-lock.json" | cut -c1-24)
  stamp=$folder/node_modules/.karavan-$lock
  if [ -e "$stamp-all" ] || [ -e "$stamp-$kind" ]; then
    return
  fi
  [ "$kind" = all ] || options=(--omit=dev)
  say "$folder: installing npm packages …"
  (cd "$folder" && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --silent --prefer-offline --no-audit --no-fund "${options[@]}") \
    || fail "could not install the npm packages of $folder"
  touch "$stamp-$kind"
}

# Fetches only the crates of this machine and of the pages.
crates() {
  rust
  local machine
  machine=$(rustc -vV | sed -n 's/^host: //p')
  cargo fetch --quiet --locked --target "$machine" --target wasm32-unknown-unknown || fail "could not fetch the crates of Cargo.lock"
}

# Both downloads at the same time.
run_needs() {
  (
    node_and_npm
    npm_packages tools production
  ) &
  local packages=$!
  crates
  wait "$packages" || exit 1
}

pages_needs() {
  crates
  node_and_npm
  npm_packages tools
}

release_needs() {
  pages_needs
  crate_tool cargo-cyclonedx cargo-cyclonedx "$CARGO_CYCLONEDX_VERSION" --locked
}

database() { [ -n "${TEST_DATABASE_URL:-}" ] || [ -n "$(postgres_bin)" ] || package postgresql "PostgreSQL's programs"; }

browser() {
  has chromium || has chromium-browser || has google-chrome-for-testing || [ -n "${KARAVAN_CHROMIUM:-}" ] || package chromium "Chromium"
}

# Neither the linters nor the other browsers, which take ten minutes on a fresh machine.
bench_needs() {
  pages_needs
  npm_packages extension
  npm_packages e2e
  browser
  database
}

peers_needs() {
  crates
  node_and_npm
  database
}

spelling() {
  local home
  home=$(python_environment spelling) || exit 1
  mkdir -p "$TOOLS/bin"
  ln -sfn "$home/bin/typos" "$TOOLS/bin/typos"
}

view_formatter() { crate_tool leptosfmt leptosfmt "$LEPTOSFMT_VERSION" --locked; }

# The programs that read deploy/. Only in CI, because Debian starts these servers when it installs them.
deploy_programs() {
  has openssl || package openssl "openssl"
  PATH=$PATH:/usr/sbin has nginx || package nginx "nginx"
  PATH=$PATH:/usr/sbin has haproxy || package haproxy "HAProxy"
  has systemd-analyze || package systemd "systemd"
}

lints() {
  pages_needs
  [ "${CI:-}" != true ] || deploy_programs
  crate_tool cargo-deny cargo-deny "$CARGO_DENY_VERSION" --locked
  crate_tool cargo-machete cargo-machete "$CARGO_MACHETE_VERSION" --locked
  spelling
  view_formatter
  npm_packages extension
  npm_packages e2e
}

# Generators of clients and what the clients need. `cargo-progenitor` can't say its version.
generators() {
  has java || package default-jre-headless "Java"
  [ -x "$TOOLS/node-22/bin/node" ] || fetch_node "$TOOLS/node-22"
  npm_packages tools/clients
  cargo install --list --root "$TOOLS" | grep -q "^cargo-progenitor v$CARGO_PROGENITOR_VERSION:" \
    || crate_tool cargo-progenitor cargo-progenitor "$CARGO_PROGENITOR_VERSION" --locked
}

tests() {
  lints
  generators
  # Before the browser tests, which run side by side.
  python_environment programs >/dev/null
  has openssl || package openssl "openssl"
  # Elsewhere the tests in Firefox run if it is installed.
  [ "${CI:-}" != true ] || has firefox-esr || package firefox-esr "Firefox"
  # Elsewhere the test of the broker runs if it is installed.
  [ "${CI:-}" != true ] || PATH=$PATH:/usr/sbin has nats-server || package nats-server "NATS"
  # Likewise the test of the virus scanner.
  [ "${CI:-}" != true ] || PATH=$PATH:/usr/sbin has clamd || package clamd "ClamAV"
  browser
  database
}

case "${1:-}" in
  run) run_needs ;;
  release) release_needs ;;
  format) rust && view_formatter ;;
  lint) lints ;;
  test) tests ;;
  bench) bench_needs ;;
  peers) peers_needs ;;
  *) fail "usage: tools/setup.sh run|release|format|lint|test|bench|peers" ;;
esac
