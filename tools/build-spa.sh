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
  tools/build-spa.sh tools/precompress.mjs tools/package-lock.json tools/versions.sh)

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
trunk --color never build --offline --config Trunk.toml --cargo-profile wasm-release --dist "$fresh" \
  --public-url "/assets/$guard/" --no-sri --filehash true "frontend-$guard/index.html" >"$log" 2>&1 \
  || { cat "$log" >&2; fail "the $guard SPA does not build"; }

for module in "$fresh"/*_bg.wasm "$fresh"/*_bg-*.wasm; do
  [ -e "$module" ] || continue
  # The features are those that rustc turns on for this target; wasm-opt must not use any other.
  tools/node_modules/.bin/wasm-opt -Oz --converge --strip-debug --strip-producers --strip-target-features \
    --enable-bulk-memory --enable-bulk-memory-opt --enable-call-indirect-overlong --enable-multivalue \
    --enable-mutable-globals --enable-nontrapping-float-to-int --enable-reference-types --enable-sign-ext \
    "$module" -o "$module.opt"
  mv "$module.opt" "$module"
done

node tools/precompress.mjs "$fresh" "$guard" "$budget_kb"
printf '%s\n' "$stamp" >"$fresh/.stamp"
rm -rf "$final"
mv "$fresh" "$final"
