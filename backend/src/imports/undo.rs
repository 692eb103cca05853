//! Undo of the newest import of an order.

use super::{
    plan::ItemSnapshot,
    preview::{Reader, find, view},
};
use chrono::{DateTime, Utc};
use entities::imports::import;
use entities::order_item as item;
use platform::scope::ScopedConnection;
use sea_orm::{QueryOrder, entity::prelude::*, sea_query::Expr};
use shared_types::{
    id::{ImportId, ItemId, OrderId},
    imports::{Import, ImportStatus},
    orders::HistoryEvent,
};
use std::collections::HashMap;
use trade::orders::{OrderError, history::Actor, items::BulkEdit};

/// Removes the added items and restores the changed ones. Returns `None` unless the import is the newest confirmed one.
pub(super) async fn undo(
    rows: &impl ScopedConnection,
    actor: &Actor,
    client_name: &str,
    at: (OrderId, ImportId),
    reader: Reader,
    now: DateTime<Utc>,
) -> Result<Option<Import>, OrderError> {
    let mut bulk = BulkEdit::open(rows, reader.side, at.0, now).await?;
    let import = find(rows, at, reader).await?;
    // A later import may have changed the same items, so it has to be undone first.
    let newest = import::Entity::find()
        .filter(import::Column::OrderId.eq(at.0.0))
        .filter(import::Column::Side.eq(reader.side))
        .filter(import::Column::Status.eq(ImportStatus::Done))
        .order_by_desc(import::Column::UpdatedAt)
        .order_by_desc(import::Column::Id);
    if rows.one(newest).await?.is_none_or(|newest| newest.id != import.id) {
        return Ok(None);
    }
    let before: Vec<ItemSnapshot> =
        serde_json::from_str(import.undo.as_deref().unwrap_or("[]")).map_err(|error| DbErr::Json(error.to_string()))?;
    let restored = restored_items(bulk.items(), before, now);
    bulk.replace(restored).await?;
    bulk.remove_import(import.id).await?;
    let file = import.file_name.clone();
    bulk.finish(actor, client_name, HistoryEvent::ImportUndone, file, Vec::new())
        .await?;
    let update = import::Entity::update_many()
        .col_expr(import::Column::Status, Expr::value(ImportStatus::Undone))
        .col_expr(import::Column::Undo, Expr::value(None::<String>))
        .col_expr(import::Column::UpdatedAt, Expr::value(now))
        .filter(import::Column::Id.eq(import.id));
    Ok(rows.update(update).await?.pop().map(|import| view(import, reader)))
}

/// Returns the items with their previous values. Items that were changed after the import are left out.
fn restored_items(items: &[item::Model], snapshots: Vec<ItemSnapshot>, now: DateTime<Utc>) -> Vec<item::Model> {
    let by_id: HashMap<ItemId, &item::Model> = items.iter().map(|item| (item.id, item)).collect();
    let restore = |snapshot: ItemSnapshot| {
        let item = by_id
            .get(&snapshot.id)
            .filter(|item| item.version == snapshot.version_after)?;
        Some(item::Model {
            title: snapshot.title,
            price_minor: snapshot.price_minor,
            price_per: snapshot.price_per,
            currency: snapshot.currency,
            quantity: snapshot.quantity,
            comment: snapshot.comment,
            image_url: snapshot.image_url,
            version: item.version + 1,
            updated_at: now,
            ..(*item).clone()
        })
    };
    snapshots.into_iter().filter_map(restore).collect()
}
