#!/usr/bin/env bash
# Pricing of an order of 500 lines: natively, and as WebAssembly in the engine that Chromium has too.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

NATIVE_BUDGET_US=5000
BROWSER_BUDGET_US=25000

if [ ! -d "$(rustc --print sysroot)/lib/rustlib/wasm32-wasip1" ]; then
  rustup target add wasm32-wasip1 >/dev/null 2>&1 || fail "the Rust target wasm32-wasip1 is missing and could not be added"
fi
cargo build --release --quiet -p pricing-bench
cargo build --release --quiet -p pricing-bench --target wasm32-wasip1

told() {
  local name=$1 budget=$2 said=$3 us
  us=$(node -p "Math.ceil(JSON.parse(process.argv[1]).median_ns / 1000)" "$said")
  say "$name: $us µs of $budget µs: $([ "$us" -le "$budget" ] && echo ok || echo MISSED)"
}

told "500 lines priced natively" "$NATIVE_BUDGET_US" "$("$TARGET/release/pricing-bench")"
told "500 lines priced in the browser's engine" "$BROWSER_BUDGET_US" \
  "$(node --no-warnings tools/wasi.mjs "$TARGET/wasm32-wasip1/release/pricing-bench.wasm")"
