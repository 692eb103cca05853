//! Confirmation of an import: its valid rows are written to the order in one transaction.

use super::{
    blocks::load_blocks,
    plan::{plan, scan},
    preview::{Reader, find, full_view, view},
    upload::{imported_items, to_json},
};
use chrono::{DateTime, Utc};
use entities::imports::import;
use platform::scope::ScopedConnection;
use sea_orm::{entity::prelude::*, sea_query::Expr};
use shared_types::{
    id::{ImportId, OrderId},
    imports::{Import, ImportStatus},
    orders::{ChangedField, FieldValue, HistoryEvent},
};
use trade::orders::{OrderError, field_changes, history::Actor, items::BulkEdit};

/// Why an import is neither changed nor confirmed.
pub(super) enum Refusal {
    /// It is not in preview.
    Closed,
    /// Columns wait for a decision of the person.
    Undecided,
    /// None of its rows is goods.
    Empty,
    /// The person may not see the prices of the file.
    PricesHidden,
}

/// Adds and updates the items of the order.
pub(super) async fn confirm(
    rows: &impl ScopedConnection,
    actor: &Actor,
    client_name: &str,
    at: (OrderId, ImportId),
    reader: Reader,
    now: DateTime<Utc>,
) -> Result<Result<Import, Refusal>, OrderError> {
    // This locks the order's row first, so concurrent confirmations of one import run one after the other.
    let mut bulk = BulkEdit::open(rows, reader.side, at.0, now).await?;
    let import = find(rows, at, reader).await?;
    if import.status != ImportStatus::Preview {
        return Ok(Err(Refusal::Closed));
    }
    let open = full_view(import.clone());
    if open.undecided_columns().next().is_some() || open.open_questions().next().is_some() {
        return Ok(Err(Refusal::Undecided));
    }
    let blocks = load_blocks(rows, import.id).await?;
    let marks: Vec<_> = import.columns.iter().map(|column| column.decimal_mark).collect();
    let (_, layout) = scan(&import.mapping, &marks, import.header_row, &blocks)?;
    let items = imported_items(rows, reader.side, at.0).await?;
    let mut plan = plan(&layout, import.header_row, &items, &blocks)?;
    if plan.counts.rows == plan.counts.skipped {
        return Ok(Err(Refusal::Empty));
    }
    plan.counts.hidden = import.counts.hidden;
    drop(blocks);
    for item in &mut plan.changed {
        item.updated_at = now;
    }
    let (counts, undo) = (plan.counts, to_json(&plan.snapshots)?);
    bulk.replace(plan.changed).await?;
    bulk.add(plan.added, import.id).await?;
    let item_counts = [
        (ChangedField::LinesAdded, counts.new),
        (ChangedField::LinesUpdated, counts.updated),
    ];
    let changes = item_counts.into_iter().filter(|(_, count)| *count > 0);
    let changes = changes.map(|(field, count)| field_changes::set(field, FieldValue::Number(count.into())));
    let (file, changes) = (import.file_name.clone(), changes.collect());
    bulk.finish(actor, client_name, HistoryEvent::Imported, file, changes)
        .await?;
    let update = import::Entity::update_many()
        .col_expr(import::Column::Status, Expr::value(ImportStatus::Done))
        .col_expr(import::Column::Counts, Expr::value(to_json(&counts)?))
        .col_expr(import::Column::Undo, Expr::value(undo))
        .col_expr(import::Column::UpdatedAt, Expr::value(now))
        .filter(import::Column::Id.eq(import.id));
    let done = rows.update(update).await?.pop();
    Ok(done.map(|import| view(import, reader)).ok_or(Refusal::Closed))
}
