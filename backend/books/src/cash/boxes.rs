//! Cash boxes.

use super::{Actor, CashError, box_history};
use crate::settings;
use chrono::{DateTime, NaiveDate, Utc};
use entities::{
    cash_box::{ActiveModel, Column, Entity, Model},
    lists::cash_category as category,
    staff,
};
use platform::{error::OperationError, scope::ScopedConnection};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, FromQueryResult, QueryOrder, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    cash::{BOXES, BankAccount, CashBook, CashBox, CashBoxChange, NAME, NamedCashCategory, NewCashBox},
    fields::{FieldErrors, Rule},
    id::{CashBoxId, StaffId},
    money::{Currency, Money},
};

/// A box with the name of its holder.
#[derive(Debug, FromQueryResult)]
struct FoundBox {
    #[sea_orm(nested)]
    row: Model,
    holder_name: Option<String>,
}

const HOLDER_NAME: &str = "(SELECT u.name FROM staff s JOIN users u ON u.id = s.user_id \
    WHERE s.agent_id = cash_boxes.agent_id AND s.id = cash_boxes.holder_staff_id)";

fn view(found: FoundBox) -> CashBox {
    let row = found.row;
    CashBox {
        id: row.id,
        name: row.name,
        balance: Money::new(row.balance_minor, row.currency),
        holder_id: row.holder_staff_id,
        holder_name: found.holder_name,
        bank_account: row.bank_account.map(String::from),
        closed_through: row.closed_through,
        archived: row.archived_at.is_some(),
        version: row.version,
    }
}

async fn find(rows: &impl ScopedConnection, only: Option<CashBoxId>) -> Result<Vec<CashBox>, DbErr> {
    let select = Entity::find()
        .column_as(Expr::cust(HOLDER_NAME), "holder_name")
        .filter(Condition::all().add_option(only.map(|id| Column::Id.eq(id))))
        .order_by_asc(Column::Id);
    let mut boxes: Vec<CashBox> = rows.all_as(select).await?.into_iter().map(view).collect();
    boxes.sort_by_key(|cash_box| cash_box.archived);
    Ok(boxes)
}

async fn get(rows: &impl ScopedConnection, id: CashBoxId) -> Result<CashBox, CashError> {
    let found = find(rows, Some(id)).await?.pop();
    found.ok_or(OperationError::NotFound.into())
}

/// Returns a box after a change. A person who sees only the own boxes can't give one to another person.
async fn get_changed(rows: &impl ScopedConnection, id: CashBoxId) -> Result<CashBox, CashError> {
    let found = find(rows, Some(id)).await?.pop();
    found.ok_or_else(|| FieldErrors::single("holder_id", Rule::NotYours).into())
}

/// Today in the agent's time zone.
pub(super) async fn today(rows: &impl ScopedConnection, now: DateTime<Utc>) -> Result<NaiveDate, DbErr> {
    Ok(now.with_timezone(&settings::timezone(rows).await?).date_naive())
}

/// Returns all boxes and categories. Takes three statements.
pub(super) async fn book(rows: &impl ScopedConnection, now: DateTime<Utc>) -> Result<CashBook, CashError> {
    let categories = category::Entity::find()
        .order_by_asc(category::Column::Position)
        .order_by_asc(category::Column::Id);
    let categories = rows.all(categories).await?.into_iter().map(|row| NamedCashCategory {
        id: row.id,
        name: row.name,
        flow: row.flow,
        archived: row.disabled_at.is_some(),
        for_clients: row.for_clients,
    });
    Ok(CashBook {
        categories: categories.collect(),
        boxes: find(rows, None).await?,
        today: today(rows, now).await?,
    })
}

/// Fails unless the person works for the agent.
async fn check_holder(rows: &impl ScopedConnection, holder: Option<StaffId>) -> Result<(), CashError> {
    let Some(id) = holder else { return Ok(()) };
    let select = staff::Entity::find_by_id(id).filter(staff::Column::RemovedAt.is_null());
    match rows.one(select).await? {
        Some(_) => Ok(()),
        None => Err(FieldErrors::single("holder_id", Rule::NotYours).into()),
    }
}

/// The bank account of a box. An empty text is none.
fn check_account(errors: &mut FieldErrors, text: Option<&str>, currency: Currency) -> Option<BankAccount> {
    let text = text.filter(|text| !text.trim().is_empty())?;
    let account = BankAccount::parse(text).filter(|account| account.currency() == Some(currency));
    if account.is_none() {
        errors.add("bank_account", Rule::UnknownValue);
    }
    account
}

/// Adds an empty box.
pub async fn add(
    rows: &impl ScopedConnection,
    actor: &Actor,
    body: &NewCashBox,
    now: DateTime<Utc>,
) -> Result<CashBox, CashError> {
    let mut errors = FieldErrors::default();
    let name = errors.required_text("name", &body.name, NAME);
    let bank_account = check_account(&mut errors, body.bank_account.as_deref(), body.currency);
    errors.into_result(())?;
    check_holder(rows, body.holder_id).await?;
    let boxes = rows.counts::<Entity>(vec![Condition::all()], u64::from(BOXES)).await?;
    if boxes.first().is_some_and(|count| *count >= i64::from(BOXES)) {
        return Err(OperationError::LimitReached(BOXES.into()).into());
    }
    let row = ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        name: Set(name),
        currency: Set(body.currency),
        holder_staff_id: Set(body.holder_id),
        balance_minor: Set(0),
        bank_account: Set(bank_account),
        closed_through: Set(None),
        archived_at: Set(None),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let row = rows.insert(row).await?;
    let added = get_changed(rows, row.id).await?;
    box_history::record(rows, actor, None, &added, now).await?;
    Ok(added)
}

/// Renames a box, gives it to another person, or archives it.
pub(super) async fn change(
    rows: &impl ScopedConnection,
    actor: &Actor,
    (id, version): (CashBoxId, Option<i64>),
    body: &CashBoxChange,
    now: DateTime<Utc>,
) -> Result<CashBox, CashError> {
    // The lock keeps the values that the history has as the previous ones.
    rows.one(Entity::find_by_id(id).lock_exclusive()).await?;
    let before = get(rows, id).await?;
    let mut update = Entity::update_many()
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::Id.eq(id))
        .filter(Condition::all().add_option(version.map(|version| Column::Version.eq(version))));
    let mut errors = FieldErrors::default();
    if let Some(name) = &body.name {
        let name = errors.required_text("name", name, NAME);
        update = update.col_expr(Column::Name, Expr::value(name));
    }
    if let Some(text) = &body.bank_account {
        let account = check_account(&mut errors, Some(text), before.balance.currency);
        update = update.col_expr(Column::BankAccount, Expr::value(account));
    }
    errors.into_result(())?;
    if let Some(holder) = body.holder_id {
        check_holder(rows, holder).await?;
        update = update.col_expr(Column::HolderStaffId, Expr::value(holder));
    }
    if let Some(archived) = body.archived {
        update = update.col_expr(Column::ArchivedAt, Expr::value(archived.then_some(now)));
    }
    if rows.update(update).await?.is_empty() {
        return Err(OperationError::Stale.into());
    }
    let after = get_changed(rows, id).await?;
    box_history::record(rows, actor, Some(&before), &after, now).await?;
    Ok(after)
}
