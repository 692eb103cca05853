#!/usr/bin/env bash
# Builds one SPA into dist/<side>: release wasm, shrunk, pre-compressed, its first load measured against a limit.
# Skips what has not changed.
set -euo pipefail
side=$1 limit_kb=$2
cd "$(dirname "$0")/.."
cache=${KARAVAN_CACHE:-$HOME/.cache/karavan}
export PATH="$cache/tools/bin:$cache/node/node_modules/.bin:$PATH"

stamp=$(cat Cargo.lock Cargo.toml Trunk.toml tools/build-spa.sh $(git ls-files --cached --others --exclude-standard shared-types frontend-ui "frontend-$side" | sort) | sha256sum | cut -c1-32)
if [ "$(cat "dist/$side/.stamp" 2>/dev/null || true)" = "$stamp" ]; then
  echo "$side SPA: nothing changed"
  exit 0
fi
out="dist/$side.new"
rm -rf "$out"
trunk build --config Trunk.toml --dist "$PWD/$out" --public-url "/assets/$side/" "frontend-$side/index.html"
for wasm in "$out"/*.wasm; do
  wasm-opt -Oz --enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext --enable-mutable-globals --enable-reference-types --enable-multivalue --strip-debug --strip-producers "$wasm" -o "$wasm.small"
  mv "$wasm.small" "$wasm"
done
total=0
for file in "$out"/*.wasm "$out"/*.js "$out"/*.css "$out"/index.html; do
  brotli -q 11 -f -k "$file"
  gzip -9 -k -f "$file"
  total=$((total + $(stat -c %s "$file.br")))
done
kb=$(((total + 1023) / 1024))
echo "$side SPA: first load $kb KB (brotli), limit $limit_kb KB"
[ "$kb" -le "$limit_kb" ] || { echo "$side SPA: over the limit" >&2; exit 1; }
echo "$stamp" >"$out/.stamp"
rm -rf "dist/$side"
mv "$out" "dist/$side"
