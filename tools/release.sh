#!/usr/bin/env bash
# `make release`: builds target/release/karavan with embedded pages, smoke-tests it, and writes its bill of materials next to it.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

karavan=$TARGET/release/karavan
# Without a Git repository, as in the image build, only the version is known.
if commit=$(git log -1 --format='%h %cs' 2>/dev/null); then
  KARAVAN_VERSION="$(awk -F '"' '/^version = / { print $2; exit }' Cargo.toml) ($commit)"
  export KARAVAN_VERSION
fi

# The program contains no path of the machine that built it, so that two machines build the same file.
RUSTFLAGS="--remap-path-prefix=$ROOT=karavan --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo ${RUSTFLAGS:-}"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || echo 0)

pages() { build_pages client agent; }
server() {
  RUSTFLAGS=$RUSTFLAGS cargo build --release --quiet --locked -p backend --features embedded-pages,jemalloc
}

# The bill of materials: every crate in the program, with version, licence and checksum, in the format of CycloneDX.
# cargo-cyclonedx writes one next to each manifest of the workspace, with the folder of this clone in the names of our crates.
bill_of_materials() {
  SOURCE_DATE_EPOCH=$SOURCE_DATE_EPOCH cargo cyclonedx --quiet --manifest-path backend/Cargo.toml --format json --spec-version 1.5 \
    --features embedded-pages,jemalloc --describe binaries --target all
  sed "s#file://$ROOT/#file:///karavan/#g" backend/karavan_bin.cdx.json >"$karavan.cdx.json"
  git ls-files -z '*Cargo.toml' | xargs -0 dirname -z | xargs -0 -I{} find {} -maxdepth 1 -name '*_bin.cdx.json' -delete
}

# Runs the program in an empty folder, so that everything it serves must be embedded.
try() {
  local scratch port page module file pid failed=0
  scratch=$(mktemp -d)
  port=$((20000 + RANDOM % 30000))
  (cd "$scratch" && exec env -i DATABASE_URL="sqlite://$scratch/try.db?mode=rwc" BIND="127.0.0.1:$port" REALTIME_BIND=none \
    CBR_URL=http://127.0.0.1:9/ RUST_LOG=error sh -c '"$0" migrate >/dev/null && exec "$0" serve' "$karavan") &
  pid=$!
  for _ in $(seq 100); do
    curl --silent --fail --output /dev/null "http://127.0.0.1:$port/readyz" && break
    sleep 0.1
  done
  page=$(curl --silent --fail --header 'accept: text/html' "http://127.0.0.1:$port/agent/login") || failed=1
  module=$(grep -o '/assets/agent/[^"]*_bg\.wasm' <<<"$page" | head -1)
  curl --silent --fail --header 'accept-encoding: br' --dump-header - --output /dev/null "http://127.0.0.1:$port$module" \
    | tr '[:upper:]' '[:lower:]' | grep -E '^(content-encoding: br|content-type: application/wasm|cache-control: .*immutable)' | grep -c . | grep -qx 3 || failed=1
  # A client that accepts no compression gets the file itself.
  curl --silent --fail "http://127.0.0.1:$port$module" | cmp --quiet - "dist${module#/assets}" || failed=1
  # Every file of the pages is embedded, the smallest too.
  while read -r file; do
    curl --silent --fail "http://127.0.0.1:$port/assets/${file#dist/}" | cmp --quiet - "$file" \
      || { say "the program does not serve $file"; failed=1; }
  done < <(find dist/agent dist/client -mindepth 2 -type f -not -name '*.br' -not -name '*.gz')
  kill "$pid"
  wait "$pid" 2>/dev/null || true
  rm -rf "$scratch"
  return "$failed"
}

stage "set-up" tools/setup.sh release
stage "pages" pages
stage "server" server
stage "smoke test" try
stage "bill of materials" bill_of_materials
"$karavan" --version
ls -l "$karavan" | awk '{ printf "%s: %.1f MB\n", $NF, $5 / 1000000 }'
