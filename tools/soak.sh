#!/usr/bin/env bash
# `make soak`: the long versions of tests that `make test` runs briefly: money under concurrency, random input to every endpoint,
# guessing of upload links, a server that is killed during writes, on SQLite and PostgreSQL, power losses, a failing disk and clock
# jumps on SQLite, three replicas whose broker and database are killed too, and two replicas that are replaced behind nginx and
# HAProxy. With KARAVAN_EARLIER, the program of an earlier release, the replicas are replaced by this one.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

kills=${1:-50}
server() { cargo build --quiet --release -p backend --features jemalloc; }
long_form() { KARAVAN_SOAK=1 tools/with-postgres.sh cargo test --quiet -p backend --test it -- "$@"; }
killed_on_sqlite() { node tools/soak.mjs "$TARGET/release/karavan" "$kills"; }
# shellcheck disable=SC2016
killed_on_postgres() {
  KARAVAN_KILLS=$kills KARAVAN_RELEASE=$TARGET/release/karavan tools/with-postgres.sh bash -c \
    'node tools/soak.mjs "$KARAVAN_RELEASE" "$KARAVAN_KILLS" "$TEST_DATABASE_URL"'
}

failed_commits_on_sqlite() { node tools/soak-commit.mjs "$TARGET/release/karavan" 30; }
# shellcheck disable=SC2016
failed_commits_on_postgres() {
  KARAVAN_RELEASE=$TARGET/release/karavan tools/with-postgres.sh bash -c \
    'node tools/soak-commit.mjs "$KARAVAN_RELEASE" 30 "$TEST_DATABASE_URL"'
}

power_losses() { node tools/soak-power.mjs "$TARGET/release/karavan" 20; }
power_loss_without_syncs() { node tools/soak-power.mjs "$TARGET/release/karavan" 5 --without-sync; }
failing_disk() { node tools/soak-disk.mjs "$TARGET/release/karavan" 30; }
clock_jumps() { node tools/soak-clock.mjs "$TARGET/release/karavan" 30; }
# Twelve faults of each kind. Without further arguments the signals go through a broker, with `notify` through PostgreSQL.
chaos() { node --experimental-websocket tools/soak-chaos.mjs "$TARGET/release/karavan" 12 "$@"; }

# Behind the proxies that are installed.
replaced_behind() (
  PATH=$PATH:/usr/sbin
  has "$1" || { say "$1 is not installed: not tried"; return; }
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  deploy_certificate "$folder"
  # shellcheck disable=SC2016
  KARAVAN_RELEASE=$TARGET/release/karavan KARAVAN_PROXY=$1 KARAVAN_FOLDER=$folder tools/with-postgres.sh bash -c \
    'node tools/soak-restart.mjs "$KARAVAN_RELEASE" 10000 "$KARAVAN_PROXY" "$KARAVAN_FOLDER" "$TEST_DATABASE_URL" ${KARAVAN_EARLIER:-}'
)

stage "set-up" tools/setup.sh test
stage "release build of the server" server
stage "money under load, long" long_form under_load
stage "random input to every endpoint, and guessing of upload links, long" long_form random_input:: guessed_tokens_open_nothing
stage "killed $kills times on SQLite" killed_on_sqlite
stage "killed $kills times on PostgreSQL" killed_on_postgres
stage "full disk on SQLite" failed_commits_on_sqlite
stage "connections cut at commit on PostgreSQL" failed_commits_on_postgres
stage "20 power losses on SQLite" power_losses
stage "power losses without syncs are noticed" power_loss_without_syncs
stage "failing disk on SQLite" failing_disk
stage "clock jumps" clock_jumps
stage "replicas, broker and database killed in turn" chaos
stage "replicas and database killed in turn, without a broker" chaos notify
stage "replicas replaced behind nginx" replaced_behind nginx
stage "replicas replaced behind HAProxy" replaced_behind haproxy
