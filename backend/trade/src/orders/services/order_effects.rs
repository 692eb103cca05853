//! Effects of an order's transitions on its services: a quote includes them, a payment pays them, a cancellation cancels them.

use crate::orders::services::{billing, transitions::cancel_update};
use crate::orders::{OrderError, history::Actor};
use chrono::{DateTime, Utc};
use entities::order;
use entities::{item_service, service_media as media};
use platform::scope::{LedgerAccess, ScopedConnection};
use sea_orm::{
    Condition,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::id::{ItemId, OrderId};
use shared_types::services::ServiceStatus;

/// Cancels the services of a canceled order that are not rendered yet.
///
/// Services paid separately are refunded. Services paid with the order are part of the order's refund.
pub async fn cancel_all(
    tx: &impl LedgerAccess,
    actor: &Actor,
    order: &order::Model,
    now: DateTime<Utc>,
) -> Result<(), OrderError> {
    let update = cancel_update(now)
        .filter(item_service::Column::OrderId.eq(order.id))
        .filter(item_service::Column::Status.eq(ServiceStatus::Ordered));
    for row in tx.update(update).await? {
        billing::refund_own_entry(tx, actor, order, &row, now).await?;
    }
    Ok(())
}

/// Marks the services of these items as part of the order's quote. Returns their total price in minor units.
pub async fn mark_quoted(rows: &impl ScopedConnection, order: &order::Model, items: Vec<ItemId>) -> Result<i64, DbErr> {
    let is_quoted = Expr::col(item_service::Column::ItemId).is_in(items);
    let update = item_service::Entity::update_many()
        .col_expr(item_service::Column::Quoted, is_quoted)
        .filter(payable_with_order(order.id));
    let sum = rows
        .update(update)
        .await?
        .iter()
        .filter(|row| row.quoted)
        .map(billing::total)
        .sum();
    Ok(sum)
}

/// The condition for services that are to be paid as part of the order.
fn payable_with_order(order_id: OrderId) -> Condition {
    Condition::all()
        .add(item_service::Column::OrderId.eq(order_id))
        .add(item_service::Column::Free.eq(false))
        .add(item_service::Column::EntryId.is_null())
        .add(item_service::Column::PaidAmountMinor.eq(0))
        .add(item_service::Column::Status.ne(ServiceStatus::Canceled))
}

/// The services of an order that are not canceled.
pub async fn of_order(rows: &impl ScopedConnection, order: &order::Model) -> Result<Vec<item_service::Model>, DbErr> {
    let services = item_service::Entity::find()
        .filter(item_service::Column::OrderId.eq(order.id))
        .filter(item_service::Column::Status.ne(ServiceStatus::Canceled));
    rows.all(services).await
}

/// The total price of the services of these items in minor units; changes nothing.
pub async fn estimate(rows: &impl ScopedConnection, order: &order::Model, items: &[ItemId]) -> Result<i64, DbErr> {
    let services = rows
        .all(item_service::Entity::find().filter(payable_with_order(order.id)))
        .await?;
    Ok(services
        .iter()
        .filter(|row| items.contains(&row.item_id))
        .map(billing::total)
        .sum())
}

/// Marks the services in the order's quote as paid.
pub async fn mark_paid(rows: &impl ScopedConnection, order: &order::Model) -> Result<(), DbErr> {
    let total = Expr::col(item_service::Column::UnitPriceMinor).mul(Expr::col(item_service::Column::Qty));
    let update = item_service::Entity::update_many()
        .col_expr(item_service::Column::PaidAmountMinor, total)
        .filter(payable_with_order(order.id))
        .filter(item_service::Column::Quoted.eq(true));
    rows.update_count(update).await.map(drop)
}

/// Moves the services and media of merged items to the item that remains.
pub async fn move_to_item(rows: &impl ScopedConnection, from: &[ItemId], to: ItemId) -> Result<(), DbErr> {
    let services = item_service::Entity::update_many()
        .col_expr(item_service::Column::ItemId, Expr::value(to))
        .filter(item_service::Column::ItemId.is_in(from.iter().copied()));
    rows.update_count(services).await?;
    let media = media::Entity::update_many()
        .col_expr(media::Column::OrderItemId, Expr::value(to))
        .filter(media::Column::OrderItemId.is_in(from.iter().copied()));
    rows.update_count(media).await.map(drop)
}
