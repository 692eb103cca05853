//! Counts and records the statements of a request; tests check requests against a budget, and the plans of their statements.

use sea_orm::{Statement, metric::Info};
use std::{
    cell::{Cell, RefCell},
    future::Future,
};

tokio::task_local! {
    static COUNT: Cell<u32>;
    static STATEMENTS: RefCell<Vec<Statement>>;
}

pub(super) fn on_statement(info: &Info<'_>) {
    record(info.statement);
}

/// Counts and records a statement.
pub(super) fn record(statement: &Statement) {
    let _ = COUNT.try_with(|count| count.set(count.get() + 1));
    let _ = STATEMENTS.try_with(|statements| statements.borrow_mut().push(statement.clone()));
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

/// Runs the future and returns the statements that it ran through the pool.
pub async fn record_statements<F: Future>(future: F) -> (F::Output, Vec<Statement>) {
    STATEMENTS
        .scope(RefCell::default(), async {
            let output = future.await;
            (output, STATEMENTS.with(RefCell::take))
        })
        .await
}
