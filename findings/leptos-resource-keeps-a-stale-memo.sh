#!/usr/bin/env bash
# reactive_graph 0.2.16, the reactive system of Leptos 0.8: an AsyncDerived, which resources are made of, that reads a memo keeps the
# value of before for good if the memo changes between its creation and the first turn of the executor. One that reads the signal
# itself is computed again. Seen: `direct 20, through a memo 10` after the signal has become 2. Expected: 20 and 20.
# Fails if both are 20. Needs Rust and a minute.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
unset CARGO_TARGET_DIR
mkdir src
cat >Cargo.toml <<'TOML'
[package]
name = "program"
version = "0.0.0"
edition = "2024"
[dependencies]
any_spawner = { version = "=0.3.0", features = ["tokio"] }
reactive_graph = { version = "=0.2.16", features = ["effects"] }
tokio = { version = "1", features = ["macros", "rt", "time"] }
TOML
cat >src/main.rs <<'RUST'
use reactive_graph::{
    computed::{AsyncDerived, Memo},
    owner::Owner,
    signal::RwSignal,
    traits::{Get, GetUntracked, Set},
};
use std::time::Duration;
use tokio::{task::LocalSet, time::sleep};

async fn tenfold(number: i32) -> i32 {
    sleep(Duration::from_millis(20)).await;
    number * 10
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    any_spawner::Executor::init_tokio().expect("the only executor");
    LocalSet::new()
        .run_until(async {
            let owner = Owner::new();
            owner.set();
            let source = RwSignal::new(1);
            let memo = Memo::new(move |_| source.get());
            let direct = AsyncDerived::new(move || tenfold(source.get()));
            let through_memo = AsyncDerived::new(move || tenfold(memo.get()));
            source.set(2);
            sleep(Duration::from_millis(500)).await;
            let [direct, through_memo] = [direct, through_memo].map(|value| value.get_untracked().unwrap_or_default());
            println!("direct {direct}, through a memo {through_memo}");
        })
        .await;
}
RUST
cargo build -q
seen=$(cargo run -q)
echo "$seen"
[ "$seen" = "direct 20, through a memo 10" ]
