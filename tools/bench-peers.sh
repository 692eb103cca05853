#!/usr/bin/env bash
# Benchmarks the server compared with the programs that a team would write instead (bench/peers), on PostgreSQL.
# Usage: tools/bench-peers.sh [--quick | --check]; --check compares only the answers. KARAVAN_BIN uses that server and builds none.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

PEERS=$CACHE/peers

hash_of() { cat "$@" | sha256sum | cut -c1-12; }

python_packages() {
  local lock=bench/peers/fastapi/requirements.txt
  fastapi=$PEERS/fastapi-$(hash_of "$lock")
  [ -e "$fastapi/.installed" ] && return
  has python3 || fail "Python is missing: install python3 with venv"
  say "bench/peers/fastapi: installing Python packages …"
  rm -rf "$fastapi"
  python3 -m venv "$fastapi" || return 1
  "$fastapi/bin/pip" install --quiet --disable-pip-version-check --require-hashes -r "$lock" || return 1
  touch "$fastapi/.installed"
}

# Node.js looks for packages next to the sources, so the sources are copied to the packages.
node_packages() {
  local source=bench/peers/fastify
  fastify=$PEERS/fastify-$(hash_of "$source"/package-lock.json "$source"/prisma/schema.prisma)
  mkdir -p "$fastify"
  cp -R "$source/." "$fastify"
  [ -e "$fastify/.installed" ] && return
  say "bench/peers/fastify: installing npm packages …"
  # The client has no engine, and `generate` does not run the one for migrations, which Prisma would download.
  (
    cd "$fastify"
    npm ci --silent --ignore-scripts --prefer-offline --no-audit --no-fund || exit 1
    PRISMA_SCHEMA_ENGINE_BINARY=/bin/true CHECKPOINT_DISABLE=1 npx prisma generate >/dev/null
  ) || return 1
  touch "$fastify/.installed"
}

programs() {
  if [ -n "${KARAVAN_BIN:-}" ]; then
    karavan=$KARAVAN_BIN
    cargo build --release --quiet -p bare
  else
    karavan=$TARGET/release/karavan
    bench_programs
  fi
}

tools/setup.sh peers
python_packages || fail "could not install the packages of bench/peers/fastapi"
node_packages || fail "could not install the packages of bench/peers/fastify"
programs
tools/with-postgres.sh node tools/bench-peers.mjs "$karavan" "$TARGET/release/bare" "$fastapi" "$fastify" "$@"
