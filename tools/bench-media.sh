#!/usr/bin/env bash
# Benchmarks photos, videos and scans: memory, and time compared with libvips.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
source tools/packages.sh

has vipsthumbnail || package libvips-tools "the libvips command-line tools"
bench_programs

folder=$(mktemp -d "${TMPDIR:-/tmp}/karavan-bench.XXXXXX")
trap 'rm -rf "$folder"' EXIT
node tools/bench-media.mjs "$TARGET/release/karavan" "$folder"
