//! The history of cash boxes.

use super::{Actor, CashError};
use chrono::{DateTime, Utc};
use entities::{
    cash_box,
    cash_box_change::{ActiveModel, Column, Entity, Model},
    json::Json,
};
use platform::{error::OperationError, page::PageWindow, scope::ScopedConnection};
use sea_orm::{ActiveValue::NotSet, Order, Set, entity::prelude::*};
use shared_types::{
    cash::{CashBox, CashBoxEvent, CashBoxField, CashBoxFieldChange, CashBoxHistoryEntry},
    id::CashBoxId,
    page::Page,
};

fn differences(before: Option<&CashBox>, after: &CashBox) -> Vec<CashBoxFieldChange> {
    let values = |row: &CashBox| {
        [
            Some(row.name.clone()),
            row.holder_name.clone(),
            row.bank_account.clone(),
        ]
    };
    let fields = [CashBoxField::Name, CashBoxField::Holder, CashBoxField::BankAccount]
        .into_iter()
        .zip(before.map(values).unwrap_or_default())
        .zip(values(after));
    let changed = fields.filter(|((_, before), after)| before != after);
    let change = |((field, before), after)| CashBoxFieldChange { field, before, after };
    changed.map(change).collect()
}

/// Writes how a box differs from what it was, in the transaction of the change. A new box was nothing.
pub(super) async fn record(
    rows: &impl ScopedConnection,
    actor: &Actor,
    before: Option<&CashBox>,
    after: &CashBox,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let changes = differences(before, after);
    let event = match before.map(|row| row.archived) {
        None => CashBoxEvent::Created,
        Some(false) if after.archived => CashBoxEvent::Archived,
        Some(true) if !after.archived => CashBoxEvent::Restored,
        Some(_) if changes.is_empty() => return Ok(()),
        Some(_) => CashBoxEvent::Changed,
    };
    let row = ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        box_id: Set(after.id),
        event: Set(event),
        changes: Set(Json::new(changes)?),
        actor_user_id: Set(actor.user_id),
        actor_name: Set(actor.name.clone()),
        created_at: Set(now),
    };
    rows.insert(row).await.map(drop)
}

/// A page of the history of a box, newest first.
pub(super) async fn page(
    rows: &impl ScopedConnection,
    id: CashBoxId,
    window: PageWindow,
) -> Result<Page<CashBoxHistoryEntry>, CashError> {
    let known = rows.one(cash_box::Entity::find_by_id(id)).await?;
    known.ok_or(OperationError::NotFound)?;
    let select = window.select(Entity::find(), Column::Id, Order::Desc);
    let found = rows.all(select.filter(Column::BoxId.eq(id))).await?;
    let (found, next_cursor) = window.take_page(found, |row| row.id);
    let view = |row: Model| CashBoxHistoryEntry {
        id: row.id,
        event: row.event,
        changes: row.changes.into_inner(),
        actor_name: row.actor_name,
        at: row.created_at,
    };
    Ok(Page {
        data: found.into_iter().map(view).collect(),
        next_cursor,
    })
}
