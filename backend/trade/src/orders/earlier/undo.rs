//! The imports of open orders, and their undo: the orders are canceled, and their payments and credits are taken back.

use crate::orders::{
    OrderError,
    history::{self, Actor, Event},
    refunds::repayment::mover,
    total,
};
use books::{
    ledger::{self, Document},
    payments::{self, PaidDocument, RefundedItem},
};
use chrono::{DateTime, Utc};
use entities::{imported_order, item_service, order, order_import, order_item as item, shipping_request_item};
use platform::scope::{LedgerAccess, ScopedConnection};
use sea_orm::{
    DbErr, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    id::{OrderId, OrderImportId},
    items::ItemStatus,
    orders::{HistoryEvent, OrderImport, OrderStatus},
};
use std::collections::BTreeMap;

/// The number of imports that are listed.
const LISTED: u64 = 20;

pub(super) fn view(import: order_import::Model) -> OrderImport {
    OrderImport {
        id: import.id,
        orders: import.orders_count,
        actor_name: import.actor_name,
        at: import.created_at,
        undone_at: import.undone_at,
    }
}

/// The latest imports, newest first.
pub(super) async fn list(rows: &impl ScopedConnection) -> Result<Vec<OrderImport>, DbErr> {
    let select = order_import::Entity::find()
        .order_by_desc(order_import::Column::Id)
        .limit(LISTED);
    Ok(rows.all(select).await?.into_iter().map(view).collect())
}

/// The orders of an import that the scope has, with their numbers and credits.
pub(super) async fn orders_of(
    rows: &impl ScopedConnection,
    id: OrderImportId,
) -> Result<Vec<imported_order::Model>, DbErr> {
    let select = imported_order::Entity::find()
        .filter(imported_order::Column::ImportId.eq(id))
        .order_by_asc(imported_order::Column::ClientId)
        .order_by_asc(imported_order::Column::Id);
    rows.all(select).await
}

/// Undoes an import. Fails without changes if an order has changed since, or a client has spent a credit.
pub(super) async fn undo(
    tx: &impl LedgerAccess,
    actor: &Actor,
    id: OrderImportId,
    now: DateTime<Utc>,
) -> Result<OrderImport, OrderError> {
    let undone = order_import::Entity::update_many()
        .col_expr(order_import::Column::UndoneAt, Expr::value(now))
        .filter(order_import::Column::Id.eq(id))
        .filter(order_import::Column::UndoneAt.is_null());
    let Some(import) = tx.update(undone).await?.pop() else {
        let known = tx.one(order_import::Entity::find_by_id(id)).await?;
        return Err(known.map_or(OrderError::NotFound, |_| OrderError::ImportInUse));
    };
    let kept = orders_of(tx, id).await?;
    // A person who sees some of the orders only can't undo the import.
    if i64::try_from(kept.len()).unwrap_or(i64::MAX) != import.orders_count {
        return Err(OrderError::ImportInUse);
    }
    ensure_untouched(tx, &kept).await?;
    for imported in &kept {
        cancel(tx, actor, imported, now).await?;
    }
    let numbers = imported_order::Entity::delete_many().filter(imported_order::Column::ImportId.eq(id));
    tx.delete_where(numbers).await?;
    Ok(view(import))
}

/// Fails if something rests on one of the orders: a change of it or of an item, a service, or a request to ship.
async fn ensure_untouched(rows: &impl ScopedConnection, kept: &[imported_order::Model]) -> Result<(), OrderError> {
    let ids: Vec<OrderId> = kept.iter().map(|imported| imported.order_id).collect();
    let orders = order::Entity::find().filter(order::Column::Id.is_in(ids.clone()));
    let versions: BTreeMap<OrderId, i64> = rows
        .all(orders)
        .await?
        .into_iter()
        .map(|order| (order.id, order.version))
        .collect();
    let is_same = |imported: &imported_order::Model| versions.get(&imported.order_id) == Some(&imported.order_version);
    if !kept.iter().all(is_same) {
        return Err(OrderError::ImportInUse);
    }
    let items = item::Entity::find().filter(item::Column::OrderId.is_in(ids.clone()));
    let items = rows.all(items).await?;
    let services = item_service::Entity::find()
        .filter(item_service::Column::OrderId.is_in(ids))
        .limit(1);
    let item_ids: Vec<_> = items.iter().map(|item| item.id).collect();
    let requests = shipping_request_item::Entity::find()
        .filter(shipping_request_item::Column::ItemId.is_in(item_ids))
        .limit(1);
    let is_changed = items.iter().any(|item| item.version != 1);
    if is_changed || rows.one(services).await?.is_some() || rows.one(requests).await?.is_some() {
        return Err(OrderError::ImportInUse);
    }
    Ok(())
}

/// Cancels an order that is as the import made it. Its items are refused, so that no list of goods has them.
async fn cancel(
    tx: &impl LedgerAccess,
    actor: &Actor,
    imported: &imported_order::Model,
    now: DateTime<Utc>,
) -> Result<(), OrderError> {
    let lock = order::Entity::update_many()
        .col_expr(order::Column::Version, Expr::col(order::Column::Version).add(1))
        .col_expr(order::Column::UpdatedAt, Expr::value(now))
        .filter(order::Column::Id.eq(imported.order_id))
        .filter(order::Column::Version.eq(imported.order_version));
    let order = tx.update(lock).await?.pop().ok_or(OrderError::ImportInUse)?;
    let mut current = order.clone();
    for payment in payments::list(tx, PaidDocument::Order(order.id)).await? {
        let left = payment.amount_minor - payment.refunded_minor;
        let context = mover(&order, actor);
        payments::refund(tx, &payment, context, RefundedItem::default(), left, "", now).await?;
        current = total::deduct_refund(tx, &current, &payment, left, now).await?;
    }
    if let Some(entry_id) = imported.entry_id {
        let memo = format!("{} ({})", order.number, imported.earlier_number);
        let document = Document::Client(order.client_id);
        ledger::reverse_topup(tx, (order.client_id, entry_id), document, memo, actor.user_id, now).await?;
    }
    let items = item::Entity::update_many()
        .col_expr(item::Column::Status, Expr::value(ItemStatus::Refused))
        .col_expr(item::Column::Version, Expr::col(item::Column::Version).add(1))
        .col_expr(item::Column::UpdatedAt, Expr::value(now))
        .filter(item::Column::OrderId.eq(order.id));
    tx.update_count(items).await?;
    let update = total::recalculate(order::Entity::update_many())
        .col_expr(order::Column::Status, Expr::value(OrderStatus::Canceled))
        .filter(order::Column::Id.eq(order.id));
    let canceled = tx.update(update).await?.pop().ok_or(OrderError::NotFound)?;
    let events = vec![
        (
            &canceled,
            Event::new(HistoryEvent::ImportUndone, None, imported.earlier_number.clone()),
        ),
        (&canceled, Event::moved(order.status, OrderStatus::Canceled, None)),
    ];
    history::write_quietly(tx, actor, events, now).await?;
    Ok(())
}
