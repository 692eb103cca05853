//! The agent's table as a file.

use super::{agent, views::Viewer};
use crate::platform::{
    http::Failure,
    scope::AgentScope,
    sheet::{self, Cell},
};
use axum::response::Response;
use shared_types::{
    orders::{AgentOrderQuery, OrderSummary},
    page::MAX_LIMIT,
};

const HEADS: &[&str] = &[
    "Number",
    "Type",
    "Status",
    "Client code",
    "Client",
    "Title",
    "Items",
    "Total",
    "Currency",
    "Problems",
    "Created (UTC)",
];

fn row(order: OrderSummary) -> Vec<Cell> {
    vec![
        Cell::Text(order.number),
        Cell::Text(order.order_type.as_str().to_owned()),
        Cell::Text(order.status.as_str().to_owned()),
        Cell::Text(order.client_code),
        Cell::Text(order.client_name),
        Cell::Text(order.title),
        Cell::Number(order.items_count.into()),
        order.total.into(),
        order
            .total
            .map_or(Cell::Empty, |total| Cell::Text(total.currency.code().to_owned())),
        Cell::Number(order.problem_count.into()),
        Cell::Text(order.created_at.format("%Y-%m-%d %H:%M").to_string()),
    ]
}

/// Reads page by page, by key, until the end or the bound.
pub(super) async fn file(
    scope: &AgentScope,
    query: AgentOrderQuery,
    staff_id: i64,
    viewer: Viewer,
) -> Result<Response, Failure> {
    let mut query = AgentOrderQuery {
        limit: Some(MAX_LIMIT),
        ..query
    };
    let mut rows = Vec::new();
    loop {
        let page = agent::page(scope, &query, staff_id, viewer).await?;
        rows.extend(page.data.into_iter().map(row));
        match page.next_cursor {
            Some(cursor) if rows.len() < sheet::ROWS => query.cursor = Some(cursor),
            _ => return sheet::answer("orders", HEADS, rows).await,
        }
    }
}
