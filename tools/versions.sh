# Versions of what the build needs beside the crates of Cargo.lock; read by the scripts of this folder.
CARGO_DENY_VERSION=0.20.2
TYPOS_VERSION=1.52.0
# The S3-compatible server that the storage is tested against.
MOTO_VERSION=5.2.5
# The oldest Node that every script and test here runs on, and the one fetched when there is none so new.
NODE_OLDEST=20
NODE_FETCHED=22.23.3
# Asks the server everything that its contract says.
SCHEMATHESIS_VERSION=4.32.5
