#!/usr/bin/env bash
# Runs a command with TEST_S3_ENDPOINT set to an S3-compatible server: the given one, or a temporary moto server.
# Usage: tools/with-s3.sh cargo test
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

if [ -n "${TEST_S3_ENDPOINT:-}" ]; then
  exec "$@"
fi

has python3 || fail "python3 is missing: install it, or set TEST_S3_ENDPOINT"
home=$(python_environment moto)

log=$(mktemp)
server=
cleanup() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -f "$log"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

port=$((20000 + RANDOM % 30000))
"$home/bin/moto_server" --host 127.0.0.1 --port "$port" >"$log" 2>&1 &
server=$!
for attempt in $(seq 100); do
  curl --silent --fail --output /dev/null "http://127.0.0.1:$port/moto-api/" && break
  [ "$attempt" -lt 100 ] || { cat "$log" >&2; fail "moto did not start"; }
  sleep 0.1
done

export TEST_S3_ENDPOINT="http://127.0.0.1:$port"
"$@"
