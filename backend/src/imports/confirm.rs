//! Confirming: the rows without faults go into the draft, in one transaction.

use super::{
    entity::import,
    plan::plan,
    preview::{blocks, find, mapping, view},
    upload::json,
};
use crate::{
    items::Bulk,
    orders::{OrderError, changes, history::Actor},
    platform::scope::Rows,
};
use chrono::{DateTime, Utc};
use sea_orm::{entity::prelude::*, sea_query::Expr};
use shared_types::{
    id::{ImportId, OrderId},
    imports::{Import, ImportStatus},
    orders::{ChangedField, FieldValue, HistoryEvent},
};

/// Adds and updates; none when the import is past its preview.
pub(super) async fn confirm(
    rows: &impl Rows,
    actor: &Actor,
    client_name: &str,
    at: (OrderId, ImportId),
    now: DateTime<Utc>,
) -> Result<Option<Import>, OrderError> {
    // The draft's row is locked first: two confirmations of one import take turns.
    let mut bulk = Bulk::open(rows, at.0, now).await?;
    let import = find(rows, at).await?;
    if import.status != ImportStatus::Preview.as_str() {
        return Ok(None);
    }
    let blocks = blocks(rows, import.id).await?;
    let mut plan = plan(&mapping(&import), import.header_row, bulk.lines(), &blocks)?;
    drop(blocks);
    for line in &mut plan.changed {
        line.updated_at = now;
    }
    let (counts, undo) = (plan.counts, json(&plan.before)?);
    bulk.replace(plan.changed).await?;
    bulk.add(plan.new, import.id).await?;
    let lines = [
        (ChangedField::LinesAdded, counts.new),
        (ChangedField::LinesUpdated, counts.updated),
    ];
    let changes = lines.into_iter().filter(|(_, lines)| *lines > 0);
    let changes = changes.map(|(field, lines)| changes::set(field, FieldValue::Number(lines.into())));
    let (file, changes) = (import.file_name.clone(), changes.collect());
    bulk.settle(actor, client_name, HistoryEvent::Imported, file, changes)
        .await?;
    let update = import::Entity::update_many()
        .col_expr(import::Column::Status, Expr::value(ImportStatus::Done.as_str()))
        .col_expr(import::Column::Counts, Expr::value(json(&counts)?))
        .col_expr(import::Column::Undo, Expr::value(undo))
        .col_expr(import::Column::UpdatedAt, Expr::value(now))
        .filter(import::Column::Id.eq(import.id));
    Ok(rows.update(update).await?.pop().map(view))
}
