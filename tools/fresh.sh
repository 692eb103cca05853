#!/usr/bin/env bash
# `make fresh`: runs `make run` and `make test` in a clean clone of the last commit with an empty home, CARGO_HOME and cache, to
# find steps that work only on a machine that is set up already. Prints the duration of each stage.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

scratch=$(mktemp -d "${TMPDIR:-/tmp}/karavan-fresh.XXXXXX")
clone=$scratch/karavan
trap 'kill -- $(jobs -p | sed "s/^/-/") 2>/dev/null || true; rm -rf "$scratch"' EXIT
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
    LANG=C.UTF-8 BIND="127.0.0.1:$PORT" REALTIME_BIND=none "$@")
}

free_port() {
  local port
  until port=$((20000 + RANDOM % 20000)) && ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do :; done
  say "$port"
}

# Runs a command that serves on 127.0.0.1:PORT, waits for its first page, and stops it: `first_page <limit in seconds> make run`.
first_page() {
  local limit=$1 started=$SECONDS server took
  shift
  set -m
  "$@" &
  server=$!
  set +m
  until curl --silent --fail --max-time 2 --header 'accept: text/html' --output /dev/null "http://127.0.0.1:$PORT/client/login"; do
    kill -0 "$server" 2>/dev/null || return 1
    sleep 1
  done
  kill -- "-$server"
  wait "$server" 2>/dev/null || true
  took=$((SECONDS - started))
  say "first page after $took s, limit $limit s"
  [ "$took" -le "$limit" ] || say "karavan: over the limit; a busy machine is slower, repeat the run on an idle one"
}

PORT=$(free_port)
stage "make run on a fresh machine" first_page 480 fresh make run
stage "make run again" first_page 10 fresh make run
stage "make test on a fresh machine" fresh make test
