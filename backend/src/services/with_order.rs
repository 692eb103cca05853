//! What an order's own steps mean for its services: its price holds them, its payment pays them, its end gives them up.

use super::{
    entity::{item_service, media},
    moves::given_up,
    pay,
};
use crate::{
    orders::{OrderError, entity::order, history::Actor},
    platform::scope::{Bookkeeper, Rows},
};
use chrono::{DateTime, Utc};
use sea_orm::{
    Condition,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::services::ServiceStatus;

/// The order is given up: so are its services that are not done; those paid by themselves are paid back.
///
/// What was paid with the order goes back with the order.
pub(crate) async fn give_up_all(
    tx: &impl Bookkeeper,
    actor: &Actor,
    order: &order::Model,
    now: DateTime<Utc>,
) -> Result<(), OrderError> {
    let update = given_up(now)
        .filter(item_service::Column::OrderId.eq(order.id))
        .filter(item_service::Column::Status.eq(ServiceStatus::Ordered.as_str()));
    for row in tx.update(update).await? {
        pay::own_back(tx, actor, order, &row, now).await?;
    }
    Ok(())
}

/// What the services of the lines to be bought come to, and marks them as held by the price that is being named.
pub(crate) async fn quote(rows: &impl Rows, order: &order::Model, lines: Vec<i64>) -> Result<i64, DbErr> {
    let held = Expr::col(item_service::Column::ItemId).is_in(lines);
    let update = item_service::Entity::update_many()
        .col_expr(item_service::Column::Quoted, held)
        .filter(to_be_paid(order.id));
    let sum = rows
        .update(update)
        .await?
        .iter()
        .filter(|row| row.quoted)
        .map(pay::total)
        .sum();
    Ok(sum)
}

/// Services of an order that are paid with it.
fn to_be_paid(order_id: i64) -> Condition {
    Condition::all()
        .add(item_service::Column::OrderId.eq(order_id))
        .add(item_service::Column::Free.eq(false))
        .add(item_service::Column::EntryId.is_null())
        .add(item_service::Column::PaidAmountMinor.eq(0))
        .add(item_service::Column::Status.ne(ServiceStatus::Canceled.as_str()))
}

/// What the services of the lines to be bought come to today.
pub(crate) async fn estimate(rows: &impl Rows, order: &order::Model, lines: &[i64]) -> Result<i64, DbErr> {
    let held = rows
        .all(item_service::Entity::find().filter(to_be_paid(order.id)))
        .await?;
    Ok(held
        .iter()
        .filter(|row| lines.contains(&row.item_id))
        .map(pay::total)
        .sum())
}

/// The order was paid: so are the services that its price holds.
pub(crate) async fn paid_with(rows: &impl Rows, order: &order::Model) -> Result<(), DbErr> {
    let total = Expr::col(item_service::Column::UnitPriceMinor).mul(Expr::col(item_service::Column::Qty));
    let update = item_service::Entity::update_many()
        .col_expr(item_service::Column::PaidAmountMinor, total)
        .filter(to_be_paid(order.id))
        .filter(item_service::Column::Quoted.eq(true));
    rows.update_count(update).await.map(drop)
}

/// Lines became one: what was ordered and photographed on them is that line's.
pub(crate) async fn carry(rows: &impl Rows, from: &[i64], to: i64) -> Result<(), DbErr> {
    let services = item_service::Entity::update_many()
        .col_expr(item_service::Column::ItemId, Expr::value(to))
        .filter(item_service::Column::ItemId.is_in(from.iter().copied()));
    rows.update_count(services).await?;
    let media = media::Entity::update_many()
        .col_expr(media::Column::OrderItemId, Expr::value(to))
        .filter(media::Column::OrderItemId.is_in(from.iter().copied()));
    rows.update_count(media).await.map(drop)
}
