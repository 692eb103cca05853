//! The close of the day: what was counted in a box, and what the book says.

use super::{Actor, CashError, boxes::today};
use chrono::{DateTime, NaiveDate, Utc};
use entities::{
    cash_box,
    cash_closing::{ActiveModel, Column, Entity, Model},
    cash_entry,
};
use platform::{error::OperationError, scope::ScopedConnection};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, FromQueryResult, QueryOrder, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    cash::{CLOSINGS, CashClosing, CashDay, CashDayQuery, CashReopening, NOTE, NewCashClosing},
    fields::{FieldErrors, Rule},
    id::{CashBoxId, CashClosingId},
    ledger::AMOUNT_MINOR,
    money::Money,
};

fn view(row: Model) -> CashClosing {
    let money = |minor| Money::new(minor, row.currency);
    CashClosing {
        id: row.id,
        box_id: row.box_id,
        day: row.day,
        expected: money(row.expected_minor),
        counted: money(row.counted_minor),
        difference: money(row.counted_minor.saturating_sub(row.expected_minor)),
        note: row.note,
        actor_name: row.actor_name,
        created_at: row.created_at,
        reopened_at: row.reopened_at,
        reopened_by: row.reopened_by_name,
        reopen_reason: row.reopen_reason,
    }
}

#[derive(Debug, FromQueryResult)]
struct Sum {
    minor: i64,
}

/// The money that a box has after a day, by the days of its entries.
pub(super) async fn expected(
    rows: &impl ScopedConnection,
    row: &cash_box::Model,
    day: NaiveDate,
) -> Result<Money, DbErr> {
    use cash_entry::Column;
    let id = row.id;
    let own = format!(
        "CAST(COALESCE(SUM(CASE WHEN box_id = {id} THEN amount_minor ELSE 0 END \
         + CASE WHEN to_box_id = {id} THEN to_amount_minor ELSE 0 END), 0) AS bigint)"
    );
    let select = cash_entry::Entity::find()
        .select_only()
        .column_as(Expr::cust(own), "minor")
        .filter(Condition::any().add(Column::BoxId.eq(id)).add(Column::ToBoxId.eq(id)))
        .filter(Column::Day.lte(day));
    let sum: Option<Sum> = rows.one_as(select).await?;
    Ok(Money::new(sum.map_or(0, |sum| sum.minor), row.currency))
}

/// Returns what a box has after a day, and its last closings. Takes four statements.
pub(super) async fn show(
    rows: &impl ScopedConnection,
    id: CashBoxId,
    query: &CashDayQuery,
    now: DateTime<Utc>,
) -> Result<CashDay, CashError> {
    let row = rows.one(cash_box::Entity::find_by_id(id)).await?;
    let row = row.ok_or(OperationError::NotFound)?;
    let day = match query.day {
        Some(day) => day,
        None => today(rows, now).await?,
    };
    let select = Entity::find()
        .filter(Column::BoxId.eq(id))
        .order_by_desc(Column::Id)
        .limit(CLOSINGS);
    let closings = rows.all(select).await?.into_iter().map(view).collect();
    Ok(CashDay {
        day,
        expected: expected(rows, &row, day).await?,
        closed_through: row.closed_through,
        closings,
    })
}

/// Closes the days of a box up to one day.
pub(super) async fn close(
    tx: &impl ScopedConnection,
    actor: &Actor,
    id: CashBoxId,
    body: &NewCashClosing,
    now: DateTime<Utc>,
) -> Result<CashClosing, CashError> {
    let row = tx.one(cash_box::Entity::find_by_id(id).lock_exclusive()).await?;
    let row = row.ok_or(OperationError::NotFound)?;
    let today = today(tx, now).await?;
    let day = body.day.unwrap_or(today);
    let mut errors = FieldErrors::default();
    let mut read = |field: &str, text: &str| {
        Money::parse(text, row.currency).unwrap_or_else(|_| {
            errors.add(field, Rule::NotAnAmount);
            Money::zero(row.currency)
        })
    };
    let (counted, shown) = (read("counted", &body.counted.0), read("expected", &body.expected.0));
    if !(0..=AMOUNT_MINOR).contains(&counted.minor) {
        errors.add("counted", Rule::OutOfRange(0, AMOUNT_MINOR / 100));
    }
    let note = errors.text("note", &body.note, NOTE);
    if day > today {
        errors.add("day", Rule::UnknownValue);
    }
    errors.into_result(())?;
    if let Some(closed) = row.closed_through.filter(|closed| day <= *closed) {
        return Err(CashError::DayClosed(closed));
    }
    let expected = expected(tx, &row, day).await?;
    if shown != expected {
        return Err(CashError::ExpectedChanged(expected));
    }
    set_closed_through(tx, id, Some(day), now).await?;
    let row = ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        box_id: Set(id),
        day: Set(day),
        currency: Set(row.currency),
        expected_minor: Set(expected.minor),
        counted_minor: Set(counted.minor),
        note: Set(note),
        actor_user_id: Set(actor.user_id),
        actor_name: Set(actor.name.clone()),
        created_at: Set(now),
        reopened_at: Set(None),
        reopened_by_user_id: Set(None),
        reopened_by_name: Set(None),
        reopen_reason: Set(None),
    };
    Ok(view(tx.insert(row).await?))
}

async fn set_closed_through(
    tx: &impl ScopedConnection,
    id: CashBoxId,
    day: Option<NaiveDate>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let update = cash_box::Entity::update_many()
        .col_expr(cash_box::Column::ClosedThrough, Expr::value(day))
        .col_expr(cash_box::Column::UpdatedAt, Expr::value(now))
        .col_expr(cash_box::Column::Version, Expr::col(cash_box::Column::Version).add(1))
        .filter(cash_box::Column::Id.eq(id));
    tx.update(update).await.map(drop)
}

/// Takes the last closing of a box back. It stays, with the reason and the person.
pub(super) async fn reopen(
    tx: &impl ScopedConnection,
    actor: &Actor,
    id: CashClosingId,
    body: &CashReopening,
    now: DateTime<Utc>,
) -> Result<CashClosing, CashError> {
    let mut errors = FieldErrors::default();
    let reason = errors.required_text("reason", &body.reason, NOTE);
    errors.into_result(())?;
    let closing = tx.one(Entity::find_by_id(id)).await?.ok_or(OperationError::NotFound)?;
    let row = tx
        .one(cash_box::Entity::find_by_id(closing.box_id).lock_exclusive())
        .await?;
    let row = row.ok_or(OperationError::NotFound)?;
    let in_force = Entity::find()
        .filter(Column::BoxId.eq(row.id))
        .filter(Column::ReopenedAt.is_null())
        .order_by_desc(Column::Day)
        .limit(2);
    let in_force = tx.all(in_force).await?;
    if in_force.first().is_none_or(|last| last.id != id) {
        return Err(CashError::NotLastClosing);
    }
    set_closed_through(tx, row.id, in_force.get(1).map(|earlier| earlier.day), now).await?;
    let update = Entity::update_many()
        .col_expr(Column::ReopenedAt, Expr::value(now))
        .col_expr(Column::ReopenedByUserId, Expr::value(actor.user_id))
        .col_expr(Column::ReopenedByName, Expr::value(&actor.name))
        .col_expr(Column::ReopenReason, Expr::value(reason))
        .filter(Column::Id.eq(id));
    let saved = tx.update(update).await?.pop().ok_or(OperationError::NotFound)?;
    Ok(view(saved))
}
