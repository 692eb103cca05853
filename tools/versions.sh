# Versions of the tools that are not in a lock file. Sourced by the scripts in this folder.
CARGO_DENY_VERSION=0.20.2
# Writes the bill of materials of a release.
CARGO_CYCLONEDX_VERSION=0.5.9
CARGO_MACHETE_VERSION=0.9.2
# Generates clients of the API in Rust.
CARGO_PROGENITOR_VERSION=0.15.1
# Formats the `view!` macros.
LEPTOSFMT_VERSION=0.1.33
# The oldest supported Node.js, and the version that is installed if the machine has an older one.
NODE_OLDEST=20
NODE_FETCHED=22.23.3
