//! The cash boxes that money of clients goes to.

use super::TopupError;
use entities::{
    balance_request::{Column, Entity, Model},
    cash_box, cash_entry,
};
use platform::{auth::Caller, error::OperationError, scope::ScopedConnection};
use sea_orm::{
    Order, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, SimpleExpr},
};
use shared_types::{
    access::{Breadth, Level, Object},
    fields::{FieldErrors, Rule},
    id::{CashBoxId, StaffId},
    money::Currency,
    topups::TopupBox,
};

/// The staff member whose boxes alone the caller may use; `None` for all boxes of the agent. Without a right on the cash book a person
/// names a box, and sees none of its money.
pub(super) fn only_keeper(caller: &Caller) -> Result<Option<StaffId>, OperationError> {
    let grant = caller.rights.grant(Object::Cash);
    let is_own = grant.level > Level::None && grant.breadth == Breadth::Own;
    is_own.then(|| caller.staff_id()).transpose()
}

fn in_currency(currency: Currency) -> Select<cash_box::Entity> {
    cash_box::Entity::find()
        .filter(cash_box::Column::Currency.eq(currency))
        .filter(cash_box::Column::ArchivedAt.is_null())
        .order_by_asc(cash_box::Column::Id)
}

/// The oldest box of a currency, for confirmations that no person makes.
pub async fn first_box(rows: &impl ScopedConnection, currency: Currency) -> Result<Option<CashBoxId>, DbErr> {
    Ok(rows.one(in_currency(currency)).await?.map(|row| row.id))
}

/// The boxes in the currency of a request. The last one that was used for its requisites is the default, or else for its currency.
pub(super) async fn list(
    requests: &impl ScopedConnection,
    boxes: &impl ScopedConnection,
    row: &Model,
) -> Result<Vec<TopupBox>, DbErr> {
    let found = boxes.all(in_currency(row.currency)).await?;
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let is_same = Column::Requisites.eq(row.requisites.clone().unwrap_or_default());
    let is_other: SimpleExpr = Expr::case(is_same, 0).finally(1).into();
    let select = Entity::find()
        .filter(Column::Currency.eq(row.currency))
        .filter(Column::CashEntryId.is_not_null())
        .order_by(is_other, Order::Asc)
        .order_by_desc(Column::CashEntryId)
        .limit(1);
    let last = requests.one(select).await?.and_then(|row| row.cash_entry_id);
    let last = match last {
        Some(entry) => boxes.one(cash_entry::Entity::find_by_id(entry)).await?,
        None => None,
    };
    let last = last.map(|entry| entry.box_id);
    let view = |row: cash_box::Model| TopupBox {
        id: row.id,
        is_default: Some(row.id) == last,
        name: row.name,
    };
    Ok(found.into_iter().map(view).collect())
}

/// The box of a confirmation: the given one, or the default. It is required if there are boxes without a default.
pub(super) async fn choose(
    requests: &impl ScopedConnection,
    boxes: &impl ScopedConnection,
    row: &Model,
    given: Option<CashBoxId>,
) -> Result<Option<CashBoxId>, TopupError> {
    if given.is_some() {
        return Ok(given);
    }
    let found = list(requests, boxes, row).await?;
    let default = found.iter().find(|choice| choice.is_default);
    match default {
        None if !found.is_empty() => Err(FieldErrors::single("box_id", Rule::Required).into()),
        default => Ok(default.map(|choice| choice.id)),
    }
}
