#!/usr/bin/env bash
# Photos, videos and scans: memory, and time beside libvips.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
source tools/packages.sh

has vipsthumbnail || package libvips-tools "libvips' programs"
bench_programs

folder=$(mktemp -d "${TMPDIR:-/tmp}/karavan-bench.XXXXXX")
trap 'rm -rf "$folder"' EXIT
node tools/bench-media.mjs "$TARGET/release/karavan" "$folder"
