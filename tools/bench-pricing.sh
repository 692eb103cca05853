#!/usr/bin/env bash
# Benchmarks the calculation of an order with 500 items and of the delivery variants of 300 items: natively, and as WebAssembly in V8, the engine of Node and Chromium.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

NATIVE_BUDGET_US=5000
BROWSER_BUDGET_US=25000
# One frame of the screen.
VARIANTS_BUDGET_US=16000

if [ ! -d "$(rustc --print sysroot)/lib/rustlib/wasm32-wasip1" ]; then
  rustup target add wasm32-wasip1 >/dev/null 2>&1 || fail "the Rust target wasm32-wasip1 is missing and could not be added"
fi
cargo build --release --quiet -p pricing-bench
cargo build --release --quiet -p pricing-bench --target wasm32-wasip1

check_budget() {
  local name=$1 budget=$2 result=$3 field=$4 us
  us=$(node -p "Math.ceil(JSON.parse(process.argv[1])[process.argv[2]] / 1000)" "$result" "$field")
  say "$name: $us µs, budget $budget µs: $([ "$us" -le "$budget" ] && echo ok || echo MISSED)"
}

native=$("$TARGET/release/pricing-bench")
browser=$(node --no-warnings tools/wasi.mjs "$TARGET/wasm32-wasip1/release/pricing-bench.wasm")
check_budget "calculation of 500 items, native" "$NATIVE_BUDGET_US" "$native" median_ns
check_budget "calculation of 500 items, WebAssembly" "$BROWSER_BUDGET_US" "$browser" median_ns
check_budget "delivery variants of 300 items by 10 methods, native" "$VARIANTS_BUDGET_US" "$native" variants_ns
check_budget "delivery variants of 300 items by 10 methods, WebAssembly" "$VARIANTS_BUDGET_US" "$browser" variants_ns
