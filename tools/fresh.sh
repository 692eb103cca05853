#!/usr/bin/env bash
# `make fresh`: runs `make run` and `make test` in a clean clone of the last commit with an empty home, CARGO_HOME and cache, to
# find steps that work only on a machine that is set up already. Prints the duration of each stage.
# Usage: tools/fresh.sh [run]; with `run` it skips `make test`. `make test` calls it like this when the set-up has changed.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

what=${1:-all}
stamp=$CACHE/fresh-$(setup_hash)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/karavan-fresh.XXXXXX")
clone=$scratch/karavan
server=
cleanup() {
  [ -z "$server" ] || kill -- "-$server" 2>/dev/null || true
  rm -rf "$scratch"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

[ -z "$(git status --porcelain)" ] || say "karavan: uncommitted changes are not part of the clone"
mkdir -p "$scratch/home"
git clone --quiet "$ROOT" "$clone"

# The environment of a new user: the toolchain, the system's programs and the network settings.
network=()
for name in $(compgen -e | grep -iE '_proxy$|^SSL_CERT_|^CARGO_HTTP_|^NODE_EXTRA_CA_CERTS$|^PIP_(CERT|INDEX_URL)$|^NPM_CONFIG_'); do
  network+=("$name=${!name}")
done
fresh() {
  (cd "$clone" && env -i "${network[@]}" HOME="$scratch/home" CARGO_HOME="$scratch/cargo" \
    RUSTUP_HOME="${RUSTUP_HOME:-$HOME/.rustup}" PATH="$HOME/.cargo/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" \
    LANG=C.UTF-8 BIND="127.0.0.1:$port" REALTIME_BIND=none "$@")
}

port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')

# Starts `make run`, waits for the first page, and stops it.
first_page() {
  local limit=$1 started=$SECONDS
  set -m
  fresh make run &
  server=$!
  set +m
  until curl --silent --fail --max-time 2 --header 'accept: text/html' --output /dev/null "http://127.0.0.1:$port/client/login"; do
    kill -0 "$server" 2>/dev/null || { server=; return 1; }
    sleep 1
  done
  kill -- "-$server"
  wait "$server" 2>/dev/null || true
  server=
  local took=$((SECONDS - started))
  say "first page after $took s, limit $limit s"
  [ "$took" -le "$limit" ] || say "karavan: over the limit; a busy machine is slower, repeat the run on an idle one"
}

stage "make run on a fresh machine" first_page 480
stage "make run again" first_page 10
if [ "$what" = all ]; then
  stage "make test on a fresh machine" fresh env KARAVAN_FRESH=skip make test
fi
mkdir -p "$CACHE"
rm -f "$CACHE"/fresh-*
touch "$stamp"
