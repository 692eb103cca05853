//! What a client does with a shipment: pay, choose cash, take it, report a problem.

use super::{
    ShipmentError,
    contents::{changed, held, lock, note, save, target},
    entity::shipment::{self, Column},
    staff_moves, views,
};
use crate::{
    items::moves::with_shipment,
    ledger::{self, Account, Document, NewEntry},
    orders::history::Actor,
    payments::{self, Mover, Paid},
    platform::scope::{Bookkeeper, Rows},
    settings::offers,
};
use chrono::{DateTime, Utc};
use sea_orm::sea_query::Expr;
use shared_types::{
    fields::{FieldErrors, Rule},
    id::ShipmentId,
    items::{ItemMove, limits},
    ledger::EntryKind,
    money::{Currency, Money},
    orders::Side,
    shipments::{CargoProblem, ClientShipmentChange, ShipmentChange, ShipmentMove, ShipmentPayRequest, ShipmentStatus},
};

async fn moved(
    tx: &impl Bookkeeper,
    actor: &Actor,
    row: &shipment::Model,
    to: ShipmentStatus,
    reason: Option<&str>,
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let from = views::status(&row.status);
    let mut update = changed(row.id, now).col_expr(Column::Status, Expr::value(to.as_str()));
    if to == ShipmentStatus::Problem {
        update = update.col_expr(Column::ProblemReason, Expr::value(reason.map(ToOwned::to_owned)));
    }
    let row = save(tx, update).await?;
    note(tx, &row, actor, Some(from), reason, now).await?;
    Ok(row)
}

/// Chooses destination and delivery, as long as nothing was priced by them.
pub(super) async fn choose(
    rows: &impl Rows,
    id: ShipmentId,
    change: ClientShipmentChange,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let row = lock(rows, id).await?;
    match views::status(&row.status) {
        ShipmentStatus::Packed => {}
        ShipmentStatus::Forming => return Err(ShipmentError::NotFound),
        _ => {
            return Err(ShipmentError::Conflict(format!(
                "the delivery is chosen before the price; the shipment is {}",
                row.status
            )));
        }
    }
    let change = ShipmentChange {
        country: change.country,
        city: change.city,
        delivery: change.delivery,
        ..ShipmentChange::default()
    };
    staff_moves::change(rows, id, &change, version, now).await
}

/// The sum to pay, where it is the one that the client saw in the version that the client saw.
fn agreed_amount(row: &shipment::Model, seen: ShipmentPayRequest) -> Result<Money, ShipmentError> {
    let amount = views::price_in(row, seen.amount.currency)
        .ok_or_else(|| ShipmentError::Fields(FieldErrors::one("amount.currency", Rule::UnknownValue)))?;
    if seen.version != row.version || seen.amount != amount {
        return Err(ShipmentError::AmountChanged(amount));
    }
    Ok(amount)
}

/// Pays the delivery from a balance.
pub(super) async fn pay(
    tx: &impl Bookkeeper,
    actor: &Actor,
    id: ShipmentId,
    seen: ShipmentPayRequest,
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let row = lock(tx, id).await?;
    let to = target(&row, ShipmentMove::Pay, Side::Client)?;
    let amount = agreed_amount(&row, seen)?;
    let mover = Mover {
        client_id: row.client_id,
        user_id: actor.user_id,
        memo: row.number.clone(),
    };
    payments::pay(tx, Paid::Shipment(row.id), mover, amount, now).await?;
    moved(tx, actor, &row, to, None, now).await
}

/// Will pay in cash, in rubles.
pub(crate) async fn choose_cod(
    tx: &impl Bookkeeper,
    actor: &Actor,
    id: ShipmentId,
    seen: ShipmentPayRequest,
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let row = lock(tx, id).await?;
    let to = target(&row, ShipmentMove::ChooseCod, Side::Client)?;
    if !offers::payments(tx).await?.value.cash_on_receipt {
        return Err(ShipmentError::NotOffered);
    }
    if seen.amount.currency != Currency::Rub {
        return Err(ShipmentError::Fields(FieldErrors::one(
            "amount.currency",
            Rule::UnknownValue,
        )));
    }
    agreed_amount(&row, seen)?;
    moved(tx, actor, &row, to, None, now).await
}

/// Takes what came: its items and, where it is their last, their orders are accepted; cash on receipt is booked now.
pub(crate) async fn accept(
    tx: &impl Bookkeeper,
    actor: &Actor,
    id: ShipmentId,
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let row = lock(tx, id).await?;
    let to = target(&row, ShipmentMove::Accept, Side::Client)?;
    let lines: Vec<i64> = held(tx, row.id).await?.iter().map(|(held, _)| held.item_id).collect();
    with_shipment(tx, actor, &lines, ItemMove::Accept, None, now).await?;
    let is_paid = !payments::of(tx, Paid::Shipment(row.id)).await?.is_empty();
    if let Some((_, rub)) = views::costs(&row).filter(|_| !is_paid) {
        let entry = NewEntry {
            kind: EntryKind::ShipmentPayment,
            document: Document::Shipment(row.id),
            memo: row.number.clone(),
            actor_user_id: actor.user_id,
            reverses: None,
            legs: ledger::transfer(Account::CashBox, Account::Revenue, rub),
        };
        ledger::post(&tx.books(), entry, now).await?;
    }
    moved(tx, actor, &row, to, None, now).await
}

/// Reports a problem with all of it, or with some lines; the others are accepted.
pub(super) async fn report(
    tx: &impl Bookkeeper,
    actor: &Actor,
    id: ShipmentId,
    problem: &CargoProblem,
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let mut errors = FieldErrors::default();
    let reason = errors.required_text("reason", &problem.reason, limits::REASON);
    errors.or(())?;
    let row = lock(tx, id).await?;
    let to = target(&row, ShipmentMove::Report, Side::Client)?;
    let all: Vec<i64> = held(tx, row.id).await?.iter().map(|(held, _)| held.item_id).collect();
    let wrong: Vec<i64> = if problem.items.is_empty() {
        all.clone()
    } else {
        problem.items.iter().map(|item| item.0).collect()
    };
    if wrong.iter().any(|item| !all.contains(item)) {
        return Err(FieldErrors::one("items", Rule::NotYours).into());
    }
    let right: Vec<i64> = all.into_iter().filter(|item| !wrong.contains(item)).collect();
    with_shipment(tx, actor, &wrong, ItemMove::Report, Some(&reason), now).await?;
    with_shipment(tx, actor, &right, ItemMove::Accept, None, now).await?;
    moved(tx, actor, &row, to, Some(&reason), now).await
}
