//! Undoing the newest import of a draft.

use super::{
    entity::import,
    plan::Before,
    preview::{find, view},
};
use crate::{
    items::Bulk,
    orders::{OrderError, entity::item, history::Actor},
    platform::scope::Rows,
};
use chrono::{DateTime, Utc};
use sea_orm::{QueryOrder, entity::prelude::*, sea_query::Expr};
use shared_types::{
    id::{ImportId, OrderId},
    imports::{Import, ImportStatus},
    orders::HistoryEvent,
};
use std::collections::HashMap;

/// Removes and restores; none unless the import is the newest confirmed one.
pub(super) async fn undo(
    rows: &impl Rows,
    actor: &Actor,
    client_name: &str,
    at: (OrderId, ImportId),
    now: DateTime<Utc>,
) -> Result<Option<Import>, OrderError> {
    let mut bulk = Bulk::open(rows, at.0, now).await?;
    let import = find(rows, at).await?;
    // A later import may have changed the same lines: it goes first.
    let newest = import::Entity::find()
        .filter(import::Column::OrderId.eq(at.0.0))
        .filter(import::Column::Status.eq(ImportStatus::Done.as_str()))
        .order_by_desc(import::Column::UpdatedAt)
        .order_by_desc(import::Column::Id);
    if rows.one(newest).await?.is_none_or(|newest| newest.id != import.id) {
        return Ok(None);
    }
    let before: Vec<Before> = serde_json::from_str(import.undo.as_deref().unwrap_or("[]")).unwrap_or_default();
    let restored = restored(bulk.lines(), before, now);
    bulk.replace(restored).await?;
    bulk.remove_of(import.id).await?;
    let file = import.file_name.clone();
    bulk.settle(actor, client_name, HistoryEvent::ImportUndone, file, Vec::new())
        .await?;
    let update = import::Entity::update_many()
        .col_expr(import::Column::Status, Expr::value(ImportStatus::Undone.as_str()))
        .col_expr(import::Column::Undo, Expr::value(None::<String>))
        .col_expr(import::Column::UpdatedAt, Expr::value(now))
        .filter(import::Column::Id.eq(import.id));
    Ok(rows.update(update).await?.pop().map(view))
}

/// The lines as they were; a line that a person changed since the import stays as the person wants it.
fn restored(lines: &[item::Model], before: Vec<Before>, now: DateTime<Utc>) -> Vec<item::Model> {
    let known: HashMap<i64, &item::Model> = lines.iter().map(|line| (line.id, line)).collect();
    let restore = |before: Before| {
        let line = known.get(&before.id).filter(|line| line.version == before.left)?;
        Some(item::Model {
            title: before.title,
            price_minor: before.price_minor,
            currency: before.currency,
            quantity: before.quantity,
            comment: before.comment,
            image_url: before.image_url,
            version: line.version + 1,
            updated_at: now,
            ..(*line).clone()
        })
    };
    before.into_iter().filter_map(restore).collect()
}
