#!/usr/bin/env bash
# Builds the gallery of frontend-ui into dist/gallery, as fast as it compiles: nobody waits for its bytes.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

final=$ROOT/dist/gallery
stamp=$(content_hash frontend-ui shared-types .cargo Cargo.lock Cargo.toml rust-toolchain.toml tools/build-gallery.sh tools/versions.sh)
[ "$(cat "$final/.stamp" 2>/dev/null)" = "$stamp" ] && exit

log=$(mktemp)
trap 'rm -f "$log"' EXIT
say "gallery: compiling …"
trunk build --offline --config Trunk.toml --cargo-profile dev --minify=false --dist "$final" --public-url / \
  frontend-ui/gallery/index.html >"$log" 2>&1 || { cat "$log" >&2; fail "the gallery does not build"; }
printf '%s\n' "$stamp" >"$final/.stamp"
