//! New entries of the cash book: incomes, expenses, transfers, exchanges, and reversals.

use super::{Actor, CashError, boxes::today, client_category, list};
use crate::ledger::{self, Account, Document, LedgerError, Leg, NewEntry};
use chrono::{DateTime, NaiveDate, Utc};
use entities::{
    cash_box,
    cash_entry::{ActiveModel, Entity},
    client, delivery,
    lists::cash_category as category,
    order,
};
use platform::{
    error::OperationError,
    scope::{LedgerAccess, ScopedConnection},
};
use sea_orm::{
    ActiveValue::NotSet,
    QueryOrder, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    cash::{CashEntry, CashEntryKind, CashFlow, CashReversal, NOTE, NewCashEntry, NewCashTransfer},
    fields::{FieldErrors, Rule},
    id::{CashBoxId, CashEntryId, ClientId, DeliveryId, EntryId, ListEntryId, OrderId},
    ledger::{AMOUNT_MINOR, EntryKind},
    money::{Money, PriceText},
};

/// The objects that an entry is about.
#[derive(Clone, Copy, Default)]
pub(super) struct Links {
    pub(super) order: Option<OrderId>,
    pub(super) client: Option<ClientId>,
    pub(super) delivery: Option<DeliveryId>,
}

/// A checked entry. Its boxes are locked.
pub(super) struct Draft {
    pub(super) kind: CashEntryKind,
    pub(super) day: NaiveDate,
    pub(super) from: (cash_box::Model, Money),
    pub(super) to: Option<(cash_box::Model, Money)>,
    pub(super) category: Option<ListEntryId>,
    pub(super) note: String,
    pub(super) links: Links,
    /// The other side of an income or expense in the ledger.
    pub(super) counterpart: Account,
    pub(super) reverses: Option<(CashEntryId, EntryId)>,
}

/// Locks boxes in the order of their ids, so that two transfers between them can't deadlock.
pub(super) async fn lock<const N: usize>(
    tx: &impl ScopedConnection,
    boxes: [(&'static str, CashBoxId); N],
) -> Result<[cash_box::Model; N], CashError> {
    let select = cash_box::Entity::find()
        .filter(cash_box::Column::Id.is_in(boxes.map(|(_, id)| id)))
        .order_by_asc(cash_box::Column::Id)
        .lock_exclusive();
    let rows = tx.all(select).await?;
    let mut errors = FieldErrors::default();
    let mut found = Vec::new();
    for (field, id) in boxes {
        match rows.iter().find(|row| row.id == id && row.archived_at.is_none()) {
            Some(row) => found.push(row.clone()),
            None => errors.add(field, Rule::NotYours),
        }
    }
    errors.into_result(())?;
    found.try_into().map_err(|_| OperationError::NotFound.into())
}

/// Reads a positive amount in the currency of a box.
fn read_amount(errors: &mut FieldErrors, field: &str, text: &PriceText, row: &cash_box::Model) -> Money {
    match Money::parse(&text.0, row.currency) {
        Ok(money) if (1..=AMOUNT_MINOR).contains(&money.minor) => return money,
        Ok(money) if money.minor <= 0 => errors.add(field, Rule::NotPositive),
        Ok(_) => errors.add(field, Rule::OutOfRange(0, AMOUNT_MINOR / 100)),
        Err(_) => errors.add(field, Rule::NotAnAmount),
    }
    Money::zero(row.currency)
}

/// The day of an entry: today unless another one is given, and never in the future.
async fn read_day(
    tx: &impl ScopedConnection,
    errors: &mut FieldErrors,
    day: Option<NaiveDate>,
    now: DateTime<Utc>,
) -> Result<NaiveDate, DbErr> {
    let today = today(tx, now).await?;
    let day = day.unwrap_or(today);
    if day > today {
        errors.add("day", Rule::UnknownValue);
    }
    Ok(day)
}

/// Enters an income or an expense.
pub async fn add(
    tx: &impl LedgerAccess,
    actor: &Actor,
    body: &NewCashEntry,
    now: DateTime<Utc>,
) -> Result<CashEntry, CashError> {
    let [row] = lock(tx, [("box_id", body.box_id)]).await?;
    let mut errors = FieldErrors::default();
    let amount = read_amount(&mut errors, "amount", &body.amount, &row);
    let note = errors.text("note", &body.note, NOTE);
    let day = read_day(tx, &mut errors, body.day, now).await?;
    let links = Links {
        order: body.order_id,
        client: body.client_id,
        delivery: body.delivery_id,
    };
    check_category(tx, &mut errors, body).await?;
    check_links(tx, &mut errors, links).await?;
    errors.into_result(())?;
    let (kind, change) = match body.flow {
        CashFlow::Income => (CashEntryKind::Income, amount),
        CashFlow::Expense => (CashEntryKind::Expense, negative(amount)),
    };
    let draft = Draft {
        kind,
        day,
        from: (row, change),
        to: None,
        category: Some(body.category_id),
        note,
        links,
        counterpart: Account::CashBook,
        reverses: None,
    };
    post(tx, actor, draft, now).await
}

async fn check_category(
    tx: &impl ScopedConnection,
    errors: &mut FieldErrors,
    body: &NewCashEntry,
) -> Result<(), DbErr> {
    let select = category::Entity::find_by_id(body.category_id)
        .filter(category::Column::Flow.eq(body.flow))
        .filter(category::Column::ForClients.eq(false))
        .filter(category::Column::DisabledAt.is_null());
    if tx.one(select).await?.is_none() {
        errors.add("category_id", Rule::NotYours);
    }
    Ok(())
}

async fn check_links(tx: &impl ScopedConnection, errors: &mut FieldErrors, links: Links) -> Result<(), DbErr> {
    if let Some(id) = links.order
        && tx.one(order::Entity::find_by_id(id)).await?.is_none()
    {
        errors.add("order_id", Rule::NotYours);
    }
    if let Some(id) = links.client
        && tx.one(client::Entity::find_by_id(id)).await?.is_none()
    {
        errors.add("client_id", Rule::NotYours);
    }
    if let Some(id) = links.delivery
        && tx.one(delivery::Entity::find_by_id(id)).await?.is_none()
    {
        errors.add("delivery_id", Rule::NotYours);
    }
    Ok(())
}

/// Moves money from one box to another.
pub async fn transfer(
    tx: &impl LedgerAccess,
    actor: &Actor,
    body: &NewCashTransfer,
    now: DateTime<Utc>,
) -> Result<CashEntry, CashError> {
    if body.box_id == body.to_box_id {
        return Err(FieldErrors::single("to_box_id", Rule::Repeated).into());
    }
    let [from, to] = lock(tx, [("box_id", body.box_id), ("to_box_id", body.to_box_id)]).await?;
    let mut errors = FieldErrors::default();
    let sent = read_amount(&mut errors, "amount", &body.amount, &from);
    let is_exchange = from.currency != to.currency;
    let received = match &body.received {
        Some(text) if is_exchange => read_amount(&mut errors, "received", text, &to),
        Some(_) => {
            errors.add("received", Rule::UnknownValue);
            sent
        }
        None if is_exchange => {
            errors.add("received", Rule::Required);
            Money::zero(to.currency)
        }
        None => sent,
    };
    let note = errors.text("note", &body.note, NOTE);
    let day = read_day(tx, &mut errors, body.day, now).await?;
    errors.into_result(())?;
    let draft = Draft {
        kind: if is_exchange {
            CashEntryKind::Exchange
        } else {
            CashEntryKind::Transfer
        },
        day,
        from: (from, negative(sent)),
        to: Some((to, received)),
        category: None,
        note,
        links: Links::default(),
        counterpart: Account::CashBook,
        reverses: None,
    };
    post(tx, actor, draft, now).await
}

/// Takes an entry back by an opposite one of the same day, or of a later one.
pub(super) async fn reverse(
    tx: &impl LedgerAccess,
    actor: &Actor,
    id: CashEntryId,
    body: &CashReversal,
    now: DateTime<Utc>,
) -> Result<CashEntry, CashError> {
    let mut errors = FieldErrors::default();
    let note = errors.required_text("reason", &body.reason, NOTE);
    let original = tx.one(Entity::find_by_id(id)).await?.ok_or(OperationError::NotFound)?;
    let day = read_day(tx, &mut errors, Some(body.day.unwrap_or(original.day)), now).await?;
    if day < original.day {
        errors.add("day", Rule::UnknownValue);
    }
    errors.into_result(())?;
    if original.reverses_id.is_some() {
        return Err(LedgerError::NotReversible.into());
    }
    let change = Money::new(-original.amount_minor, original.currency);
    let to = original
        .to_box_id
        .zip(original.to_amount_minor)
        .zip(original.to_currency);
    let (from, to) = match to {
        None => {
            let [from] = lock(tx, [("box_id", original.box_id)]).await?;
            ((from, change), None)
        }
        Some(((to_box, to_minor), currency)) => {
            let [from, to] = lock(tx, [("box_id", original.box_id), ("to_box_id", to_box)]).await?;
            ((from, change), Some((to, Money::new(-to_minor, currency))))
        }
    };
    let links = Links {
        order: original.order_id,
        client: original.client_id,
        delivery: original.delivery_id,
    };
    let draft = Draft {
        kind: original.kind,
        day,
        from,
        to,
        category: original.category_id,
        note,
        links,
        counterpart: client_category::counterpart(tx, original.category_id).await?,
        reverses: Some((original.id, original.entry_id)),
    };
    post(tx, actor, draft, now).await
}

const fn negative(money: Money) -> Money {
    Money::new(-money.minor, money.currency)
}

/// The legs of an entry in the ledger. Postings are credits: money that comes into a box is debited to it.
fn legs(draft: &Draft) -> Vec<Leg> {
    let (from, change) = &draft.from;
    let leg = |account, amount| Leg { account, amount };
    let mut legs = vec![leg(Account::Box(from.id), negative(*change))];
    match &draft.to {
        None => legs.push(leg(draft.counterpart, *change)),
        Some((to, received)) => {
            legs.push(leg(Account::Box(to.id), negative(*received)));
            if received.currency != change.currency {
                legs.push(leg(Account::Exchange, *change));
                legs.push(leg(Account::Exchange, *received));
            }
        }
    }
    legs
}

/// Changes the balance of a locked box, and returns it.
async fn add_to_box(tx: &impl ScopedConnection, id: CashBoxId, change: Money) -> Result<i64, CashError> {
    use cash_box::Column;
    let update = cash_box::Entity::update_many()
        .col_expr(Column::BalanceMinor, Expr::col(Column::BalanceMinor).add(change.minor))
        .filter(Column::Id.eq(id));
    let row = tx.update(update).await?.pop().ok_or(OperationError::NotFound)?;
    Ok(row.balance_minor)
}

/// Writes an entry: to the boxes, the ledger and the book. Refuses a day that is closed in a box.
pub(super) async fn post(
    tx: &impl LedgerAccess,
    actor: &Actor,
    draft: Draft,
    now: DateTime<Utc>,
) -> Result<CashEntry, CashError> {
    let boxes = std::iter::once(&draft.from).chain(&draft.to);
    let closed = boxes.filter_map(|(row, _)| row.closed_through).max();
    if let Some(closed) = closed.filter(|closed| draft.day <= *closed) {
        return Err(CashError::DayClosed(closed));
    }
    let entry = NewEntry {
        kind: EntryKind::CashBook,
        document: Document::CashBox(draft.from.0.id),
        memo: draft.note.clone(),
        actor_user_id: actor.user_id,
        reverses: draft.reverses.map(|(_, entry)| entry),
        legs: legs(&draft),
    };
    let posted = ledger::post(&tx.ledger(), entry, now).await?;
    let (from, change) = &draft.from;
    let balance = add_to_box(tx, from.id, *change).await?;
    let to_balance = match &draft.to {
        Some((to, received)) => Some(add_to_box(tx, to.id, *received).await?),
        None => None,
    };
    let received = draft.to.as_ref().map(|(_, received)| *received);
    let row = ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        kind: Set(draft.kind),
        day: Set(draft.day),
        box_id: Set(from.id),
        amount_minor: Set(change.minor),
        currency: Set(change.currency),
        balance_minor: Set(balance),
        to_box_id: Set(draft.to.as_ref().map(|(to, _)| to.id)),
        to_amount_minor: Set(received.map(|money| money.minor)),
        to_currency: Set(received.map(|money| money.currency)),
        to_balance_minor: Set(to_balance),
        category_id: Set(draft.category),
        note: Set(draft.note),
        order_id: Set(draft.links.order),
        client_id: Set(draft.links.client),
        delivery_id: Set(draft.links.delivery),
        entry_id: Set(posted.entry.id),
        reverses_id: Set(draft.reverses.map(|(id, _)| id)),
        actor_user_id: Set(actor.user_id),
        actor_name: Set(actor.name.clone()),
        created_at: Set(now),
    };
    let row = tx.insert(row).await?;
    list::get(tx, row.id).await
}
