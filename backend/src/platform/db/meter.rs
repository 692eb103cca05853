//! Counts the statements a request runs; tests hold requests to their budget.

use sea_orm::metric::Info;
use std::{cell::Cell, future::Future};

tokio::task_local! {
    static COUNT: Cell<u32>;
}

pub(super) fn count(_: &Info<'_>) {
    count_one();
}

/// Counts a statement that did not go through the pool.
pub(super) fn count_one() {
    let _ = COUNT.try_with(|count| count.set(count.get() + 1));
}

/// Runs the future and tells how many statements it ran (begin and commit not counted).
pub async fn statements<F: Future>(work: F) -> (F::Output, u32) {
    COUNT
        .scope(Cell::new(0), async {
            let output = work.await;
            (output, COUNT.with(Cell::get))
        })
        .await
}
