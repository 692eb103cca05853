//! The operation history as a file.

use super::operations;
use crate::platform::{
    http::Failure,
    scope::Rows,
    sheet::{self, Cell},
};
use axum::response::Response;
use shared_types::{id::ClientId, ledger::OperationQuery, page::MAX_LIMIT};

const HEADS: &[&str] = &["Date (UTC)", "Kind", "Memo", "Amount", "Balance after", "Currency"];

/// Reads page by page, by key, until the end or the bound.
pub(super) async fn file(books: &impl Rows, client: ClientId, query: OperationQuery) -> Result<Response, Failure> {
    let mut query = OperationQuery {
        limit: Some(MAX_LIMIT),
        ..query
    };
    let mut rows = Vec::new();
    loop {
        let page = operations::page(books, client, &query).await?;
        rows.extend(page.data.into_iter().map(|operation| {
            vec![
                Cell::Text(operation.at.format("%Y-%m-%d %H:%M").to_string()),
                Cell::Text(operation.kind.as_str().to_owned()),
                Cell::Text(operation.memo),
                Cell::Amount(operation.amount),
                Cell::Amount(operation.balance),
                Cell::Text(operation.amount.currency.code().to_owned()),
            ]
        }));
        match page.next_cursor {
            Some(cursor) if rows.len() < sheet::ROWS => query.cursor = Some(cursor),
            _ => return sheet::answer("operations", HEADS, rows).await,
        }
    }
}
