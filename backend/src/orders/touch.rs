//! Something happened in an order that is no step of its life: a service, a message.

use super::entity::order;
use crate::platform::{http::Failure, scope::Rows};
use chrono::{DateTime, Utc};
use sea_orm::{
    DbErr,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    orders::{OrderStatus, Side},
    problem::ProblemCode,
};

/// Where it stands that a side has not seen what happened.
fn unread_by(side: Side) -> order::Column {
    match side {
        Side::Client => order::Column::UnreadByClient,
        _ => order::Column::UnreadByAgent,
    }
}

/// Notes that a side has seen what happened.
pub(super) async fn looked_at(rows: &impl Rows, side: Side, id: i64) -> Result<(), DbErr> {
    let update = order::Entity::update_many()
        .col_expr(unread_by(side), Expr::value(false))
        .filter(order::Column::Id.eq(id));
    rows.update_count(update).await.map(drop)
}

/// Notes that something happened in an order, as news to the other side; locks the order, whoever else is at it waits.
///
/// A draft is its client's alone: staff do not find it, and nothing in it is news.
pub(crate) async fn touch(rows: &impl Rows, side: Side, id: i64, now: DateTime<Utc>) -> Result<order::Model, Failure> {
    let unseen = match side {
        Side::Client => unread_by(Side::Staff),
        _ => unread_by(Side::Client),
    };
    let news = Expr::col(order::Column::Status)
        .ne(OrderStatus::Draft.as_str())
        .or(Expr::col(unseen));
    let update = order::Entity::update_many()
        .col_expr(unseen, news)
        .col_expr(order::Column::LastActivityAt, Expr::value(now))
        .filter(order::Column::Id.eq(id));
    let order = rows.update(update).await?.pop().ok_or(ProblemCode::NotFound)?;
    if side == Side::Staff && order.status == OrderStatus::Draft.as_str() {
        return Err(ProblemCode::NotFound.into());
    }
    Ok(order)
}
