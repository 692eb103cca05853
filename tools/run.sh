#!/usr/bin/env bash
# `make run`: builds changed sources, applies migrations and serves. Never deletes data.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

action=${1:-serve}
karavan=$TARGET/debug/karavan
export ASSETS_DIR=${ASSETS_DIR:-dist/dev}
address=${BIND:-127.0.0.1:8080}
url=${PUBLIC_URL:-http://$address}

demo_reset() {
  if [ -n "${DATABASE_URL:-}" ] || grep -qs '^DATABASE_URL=' .env; then
    fail "DATABASE_URL is set: demo-reset only deletes the default database in data/"
  fi
  if (exec 3<>"/dev/tcp/${address%:*}/${address##*:}") 2>/dev/null; then
    fail "a server is running on $address: stop it first"
  fi
  say "Deleting $ROOT/data with all its contents and loading the demo data again."
  rm -rf "$ROOT/data"
}

# A database is new if even its first migration is pending.
database_is_new() { "$karavan" migrate status 2>/dev/null | grep -q '_0001_'; }

[ "$action" = demo-reset ] && demo_reset

# Builds the server and prepares its database, while the pages may still be compiling.
server() {
  build_for_development karavan || fail "the server can't be built"
  local new=no
  if database_is_new; then
    new=yes
  fi
  "$karavan" migrate
  if [ "$new" = yes ]; then
    "$karavan" demo
  fi
}
pages() { development_pages client agent; }

tools/setup.sh run
build_for_development pages || fail "the builder of the pages can't be built"
# Both builds run in parallel, because the large crates of each keep only one core busy. The server takes longer: with this much
# less priority for the pages, both end at the same time.
server &
building=$!
(renice -n 6 -p "$BASHPID" >/dev/null; pages) || { kill "$building" 2>/dev/null; fail "the pages can't be built"; }
wait "$building" || exit 1

[ "$action" = serve ] || exit 0
cat <<TEXT

  Karavan
    client cabinet    $url/client
    agent cabinet     $url/agent
    API               $url/api/docs
    extension         load the folder extension/ unpacked (chrome://extensions, developer mode)

  Demo logins, password of all: karavan-demo
    +79990000001      owner of the first agent
    +79990000002      a client of that agent
    +79990000003      a person with cabinets at two agents
    +79990000004      warehouse worker

  Ctrl-C stops it.

TEXT
exec "$karavan" serve
