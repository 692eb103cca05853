//! Counts the statements of a request; tests check requests against a budget.

use sea_orm::metric::Info;
use std::{cell::Cell, future::Future};

tokio::task_local! {
    static COUNT: Cell<u32>;
}

pub(super) fn on_statement(_: &Info<'_>) {
    record_statement();
}

/// Counts a statement that did not use the pool.
pub(super) fn record_statement() {
    let _ = COUNT.try_with(|count| count.set(count.get() + 1));
}

/// Runs the future and returns how many statements it ran, without `BEGIN` and `COMMIT`.
pub async fn count_statements<F: Future>(future: F) -> (F::Output, u32) {
    COUNT
        .scope(Cell::new(0), async {
            let output = future.await;
            (output, COUNT.with(Cell::get))
        })
        .await
}
