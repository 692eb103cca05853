#!/usr/bin/env bash
# Benchmarks speed: compared with the baseline program, with a million orders compared with a thousand, of authentication, of live
# chats, and under more requests than the server can answer.
# Usage: tools/bench-speed.sh [--quick] [--only=sqlite|postgres]
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

bench_programs

# Takes up to 6 GB; deleted at the end.
folder=$(mktemp -d "${TMPDIR:-/tmp}/karavan-bench.XXXXXX")
trap 'rm -rf "$folder"' EXIT
tools/with-postgres.sh node tools/bench-speed.mjs "$TARGET/release/karavan" "$TARGET/release/bare" "$folder" "$@"
mkdir -p "$folder/people"
tools/with-postgres.sh node tools/bench-people.mjs "$TARGET/release/karavan" "$TARGET/release/bare" "$folder/people" "$@"
mkdir -p "$folder/sockets"
sockets=(node --experimental-websocket tools/bench-sockets.mjs "$TARGET/release/karavan" "$TARGET/release/bare" "$folder/sockets")
# A connection takes two open files here, one of the client and one of the server.
ulimit -Sn "$(ulimit -Hn)"
case " $* " in *" --only=postgres "*) ;; *) "${sockets[@]}" "$@" ;; esac
case " $* " in *" --only=sqlite "*) ;; *) tools/with-postgres.sh "${sockets[@]}" "$@" ;; esac
mkdir -p "$folder/overload"
tools/with-postgres.sh node tools/bench-overload.mjs "$TARGET/release/karavan" "$TARGET/release/bare" "$folder/overload" "$@"
