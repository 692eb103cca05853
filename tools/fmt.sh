#!/usr/bin/env bash
# `make fmt`: formats the Rust code, the views first.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

tools/setup.sh format
format_views
cargo fmt --all
