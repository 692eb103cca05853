#!/usr/bin/env bash
# Builds one SPA in release for serving: `tools/build-spa.sh client|agent [budget in KB]`.
# Skipped when neither its sources nor what builds it have changed; fails when it outgrows its budget.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

guard=${1:-}
case "$guard" in
  client) budget_kb=${2:-300} ;;
  agent) budget_kb=${2:-450} ;;
  *) fail "usage: tools/build-spa.sh client|agent [budget in KB]" ;;
esac

final=$ROOT/dist/$guard
fresh=$ROOT/dist/$guard.tmp
stamp=$(content_hash "frontend-$guard" frontend-ui shared-types .cargo Trunk.toml Cargo.lock Cargo.toml rust-toolchain.toml \
  tools/build-spa.sh tools/assemble-spa.mjs tools/precompress.mjs tools/package-lock.json tools/versions.sh)

if [ "$(cat "$final/.stamp" 2>/dev/null)" = "$stamp" ]; then
  node tools/precompress.mjs --report "$final" "$guard" "$budget_kb"
  exit
fi

rm -rf "$fresh"
mkdir -p "$ROOT/dist"
# The log is shown only when it tells of a failure.
log=$(mktemp)
trap 'rm -rf "$log" "$fresh"' EXIT
say "$guard SPA: compiling …"
program=frontend-$guard
split=$TARGET/split-$guard
rm -rf "$split"
mkdir -p "$split/cut" "$split/bound" "$split/small"
{
  # The split needs to see how the parts hang together; `trunk build` by hand makes the same SPA in one piece.
  cargo build --quiet --offline --package "$program" --features split --target wasm32-unknown-unknown --profile wasm-release \
    --config 'target.wasm32-unknown-unknown.rustflags=["--cfg", "erase_components", "-C", "link-args=--emit-relocs"]' \
    && wasm-split-cli "$TARGET/wasm32-unknown-unknown/wasm-release/$program.wasm" "$split/cut" --target web --out-name "$program" \
    && wasm-bindgen --target web --no-typescript --keep-lld-exports --out-dir "$split/bound" --out-name "$program" "$split/cut/$program.wasm"
} >"$log" 2>&1 || { cat "$log" >&2; fail "the $guard SPA does not build"; }

cp "$split/bound/$program.js" "$split/small/"
cp "$split"/cut/*.js "$split/small/"
[ -d "$split/bound/snippets" ] && cp -r "$split/bound/snippets" "$split/small/"
rm -f "$split/cut/$program.wasm"
for module in "$split/bound/${program}_bg.wasm" "$split"/cut/*.wasm; do
  # The features are those that rustc turns on for this target; wasm-opt must not use any other.
  tools/node_modules/.bin/wasm-opt -Oz --converge --strip-debug --strip-producers --strip-target-features \
    --enable-bulk-memory --enable-bulk-memory-opt --enable-call-indirect-overlong --enable-multivalue \
    --enable-mutable-globals --enable-nontrapping-float-to-int --enable-reference-types --enable-sign-ext \
    "$module" -o "$split/small/$(basename "$module")"
done

node tools/assemble-spa.mjs "frontend-$guard/index.html" "$split/small" "$program" "$fresh" "/assets/$guard/"
node tools/precompress.mjs "$fresh" "$guard" "$budget_kb"
printf '%s\n' "$stamp" >"$fresh/.stamp"
rm -rf "$final"
mv "$fresh" "$final"
