# What the scripts of this folder share; sourced, never run.
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
CACHE=${KARAVAN_CACHE:-$HOME/.cache/karavan}
TOOLS=$CACHE/tools
source "$ROOT/tools/versions.sh"
cd "$ROOT"

# Only our own folders are put in front: a right version on PATH is seen behind them and is not built again.
export PATH="$TOOLS/node/bin:$TOOLS/bin:$PATH"

# Clones that come and go, as those of CI do, share what they compile.
if [ "${CI:-}" = true ] && [ -z "${CARGO_TARGET_DIR:-}" ]; then
  export CARGO_TARGET_DIR="$CACHE/target"
fi
TARGET=${CARGO_TARGET_DIR:-$ROOT/target}

say() { printf '%s\n' "$*"; }

fail() {
  printf 'karavan: %s\n' "$*" >&2
  exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

# One hash over what sets a machine up.
setup_hash() {
  git ls-files -z tools Makefile .cargo .ci Trunk.toml rust-toolchain.toml '*Cargo.toml' '*Cargo.lock' '*package.json' '*package-lock.json' \
    | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c1-24
}

# Builds pages, when they have changed: `build_pages client agent --profile release`.
build_pages() { cargo run --quiet --locked --profile tools -p pages -- "$@"; }

# The programs that are measured; always all of them, so that none is compiled twice for the features of another.
bench_programs() { cargo build --release --quiet -p backend -p bare -p ledger-bench; }

# Runs a command under a heading and says how long it took; a failure ends everything.
stage() {
  local title=$1 started=$SECONDS
  shift
  printf '\n==> %s\n' "$title"
  "$@" || fail "'$title' failed after $((SECONDS - started)) s"
  printf '<== %s: %d s\n' "$title" "$((SECONDS - started))"
}
