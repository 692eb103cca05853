# Shared functions of the scripts in this folder. Sourced, not executed.
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
CACHE=${KARAVAN_CACHE:-$HOME/.cache/karavan}
TOOLS=$CACHE/tools
source "$ROOT/tools/versions.sh"
cd "$ROOT"

# The tools folder comes first. A suitable version elsewhere on PATH is used and not installed again.
export PATH="$TOOLS/node/bin:$TOOLS/bin:$PATH"

# In CI every run has a new clone; they share one target folder.
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

# Where folders of tests belong: in memory if there is room, because nothing in them has to survive.
scratch_root() {
  local free
  free=$(df --output=avail --block-size=1M /dev/shm 2>/dev/null | tail -n 1)
  if [ -n "${TMPDIR:-}" ]; then
    say "$TMPDIR"
  elif [ -w /dev/shm ] && [ "${free:-0}" -ge 4096 ]; then
    say /dev/shm
  else
    say /tmp
  fi
}

# Installs the Python packages of a lock file in tools/python into the cache. Prints the folder of their environment.
python_environment() {
  local lock=tools/python/$1.txt home
  home=$TOOLS/$1-$(sha256sum <"$lock" | cut -c1-12)
  if [ ! -e "$home/.installed" ]; then
    say "$1: installing Python packages …" >&2
    rm -rf "$home"
    python3 -m venv "$home" && "$home/bin/pip" install --quiet --disable-pip-version-check --require-hashes -r "$lock" >&2 \
      || fail "could not install $lock: it needs Python 3.11 with venv, and access to PyPI"
    touch "$home/.installed"
  fi
  say "$home"
}

# Builds pages if their sources have changed: `build_pages client agent --profile release`.
build_pages() { cargo run --quiet --locked --profile tools -p pages -- "$@"; }

# The server and the builder of the pages. Both are selected, even if one is built, so that the crates that both need are compiled
# once, with the features of both. Leaves out the splitter of modules and the compressors, which take half a minute to compile.
build_for_development() { cargo build --quiet --locked -p backend -p pages --no-default-features --bin "$1"; }

# Builds pages for development, without splitting and compressing them. The second function expects that the builder is built.
build_development_pages() { build_for_development pages && development_pages "$@"; }
development_pages() { "$TARGET/debug/pages" "$@" --profile dev --out dist/dev; }

# Formats the `view!` macros, which rustfmt leaves as they are; with `--check`, only compares.
format_views() { leptosfmt --quiet "$@" frontend-{ui,ui/gallery,client,agent}/src; }

# A temporary self-signed certificate for the host names in deploy/, as the files that nginx and HAProxy read.
deploy_certificate() {
  local folder=$1
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=karavan.example \
    -addext "subjectAltName=DNS:karavan.example,DNS:*.karavan.example" \
    -keyout "$folder/privkey.pem" -out "$folder/fullchain.pem" 2>/dev/null
  cat "$folder/fullchain.pem" "$folder/privkey.pem" >"$folder/karavan.pem"
}

# Builds the programs of the benchmarks. Always all at once, so that shared crates are compiled with the same features.
bench_programs() { cargo build --release --quiet -p backend -p bare -p ledger-bench --features backend/jemalloc; }

# Runs functions at the same time, for work that leaves cores idle: `stages title function title function …`. Prints the output of
# each under its heading, and exits if one fails.
stages() {
  local outputs title pid titles=() pids=() failed=()
  outputs=$(mktemp -d)
  while [ $# -gt 0 ]; do
    (
      started=$SECONDS status=0
      "$2" >"$outputs/$1" 2>&1 || status=$?
      printf '<== %s: %d s\n' "$1" "$((SECONDS - started))" >>"$outputs/$1"
      exit "$status"
    ) &
    titles+=("$1") pids+=("$!")
    shift 2
  done
  for pid in "${pids[@]}"; do
    title=${titles[0]} titles=("${titles[@]:1}")
    wait "$pid" || failed+=("$title")
    printf '\n==> %s\n' "$title"
    cat "$outputs/$title"
  done
  rm -rf "$outputs"
  [ "${#failed[@]}" = 0 ] || fail "failed: ${failed[*]}"
}

# Runs a command under a heading and prints its duration. Exits if it fails.
stage() {
  local title=$1 started=$SECONDS
  shift
  printf '\n==> %s\n' "$title"
  "$@" || fail "'$title' failed after $((SECONDS - started)) s"
  printf '<== %s: %d s\n' "$title" "$((SECONDS - started))"
}
