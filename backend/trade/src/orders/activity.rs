//! Activity in an order that is not a status transition, such as a service or a chat message; unread flags.

use crate::orders::OrderError;
use chrono::{DateTime, Utc};
use entities::order;
use platform::scope::ScopedConnection;
use sea_orm::{
    DbErr,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    id::OrderId,
    orders::{OrderStatus, Side},
};

/// The column with the unread flag of a side.
fn unread_column(side: Side) -> order::Column {
    match side {
        Side::Client => order::Column::UnreadByClient,
        _ => order::Column::UnreadByAgent,
    }
}

/// Clears the unread flag of a side.
pub(super) async fn mark_read(rows: &impl ScopedConnection, side: Side, id: OrderId) -> Result<(), DbErr> {
    let update = order::Entity::update_many()
        .col_expr(unread_column(side), Expr::value(false))
        .filter(order::Column::Id.eq(id));
    rows.update_count(update).await.map(drop)
}

/// Updates the activity time and marks the order as unread for the other side. The update locks the order's row.
///
/// Returns `not_found` to staff if the order is a draft; activity in a draft does not mark it as unread.
pub async fn record_activity(
    rows: &impl ScopedConnection,
    side: Side,
    id: OrderId,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let column = match side {
        Side::Client => unread_column(Side::Staff),
        _ => unread_column(Side::Client),
    };
    let is_unread = Expr::col(order::Column::Status)
        .ne(OrderStatus::Draft.as_str())
        .or(Expr::col(column));
    let update = order::Entity::update_many()
        .col_expr(column, is_unread)
        .col_expr(order::Column::LastActivityAt, Expr::value(now))
        .filter(order::Column::Id.eq(id));
    let order = rows.update(update).await?.pop().ok_or(OrderError::NotFound)?;
    if side == Side::Staff && order.status == OrderStatus::Draft {
        return Err(OrderError::NotFound);
    }
    Ok(order)
}
