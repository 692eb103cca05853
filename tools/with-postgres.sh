#!/usr/bin/env bash
# Runs a command with TEST_DATABASE_URL set to a PostgreSQL server: the given one, or a temporary cluster.
# Usage: tools/with-postgres.sh cargo test
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
source tools/packages.sh

if [ -n "${TEST_DATABASE_URL:-}" ]; then
  exec "$@"
fi

programs=$(postgres_bin)
[ -n "$programs" ] || fail "PostgreSQL's programs are missing: run tools/setup.sh test, or set TEST_DATABASE_URL"

# A short path, because the path of a Unix socket is limited to 107 bytes.
home=$(mktemp -d "$(scratch_root)/karavan-pg.XXXXXX")

# PostgreSQL refuses to run as root.
unprivileged() {
  if [ "$(id -u)" = 0 ]; then
    setpriv --reuid=nobody --regid="$(id -g nobody)" --clear-groups env HOME="$home" "$@"
  else
    "$@"
  fi
}

cleanup() {
  unprivileged "$programs/pg_ctl" -D "$home/data" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$home"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

[ "$(id -u)" = 0 ] && chown nobody "$home"
cd "$home"
unprivileged "$programs/initdb" -D "$home/data" -U karavan -A trust -E UTF8 --locale=C --no-sync >"$home/log" 2>&1 \
  || { cat "$home/log" >&2; fail "PostgreSQL's initdb failed"; }

# The data is temporary, so nothing has to be flushed to disk.
settings="-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=300 -c shared_buffers=256MB"
settings="$settings -c listen_addresses=127.0.0.1 -c unix_socket_directories=$home"
for attempt in 1 2 3 4 5; do
  port=$((20000 + RANDOM % 30000))
  if unprivileged "$programs/pg_ctl" -D "$home/data" -w -l "$home/data/server.log" -o "$settings -p $port" start >/dev/null 2>&1; then
    break
  fi
  [ "$attempt" -lt 5 ] || { cat "$home/data/server.log" >&2; fail "PostgreSQL did not start"; }
done

cd "$ROOT"
export TEST_DATABASE_URL="postgres://karavan@127.0.0.1:$port/postgres"
# The same server over its Unix socket.
export TEST_DATABASE_SOCKET_URL="postgres://karavan@${home//\//%2F}:$port/postgres"
"$@"
