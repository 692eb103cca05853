//! Operations of a client on a shipment: choose the delivery, pay, choose cash on receipt, accept, report a problem.

use super::{
    ShipmentError,
    contents::{lock, next_status, save, versioned_update},
    history::{record_and_notify, record_payment},
    loaded_items::load_items,
    recipient, views,
};
use crate::shipments::staff_actions;
use books::{
    payments::{self, PaidDocument, PaymentContext, PaymentParts},
    settings::client_terms,
};
use chrono::{DateTime, Utc};
use entities::shipment::{self, Column};
use platform::scope::{LedgerAccess, ScopedConnection};
use sea_orm::sea_query::Expr;
use shared_types::{
    country::Country,
    fields::{FieldErrors, Rule},
    id::{ItemId, ShipmentId},
    items::{ItemMove, limits},
    money::{Currency, Money},
    orders::Side,
    shipments::{
        CargoProblem, ClientShipmentChange, ShipmentChange, ShipmentMove, ShipmentPayRequest, ShipmentStatus, lifecycle,
    },
};
use trade::orders::{history::Actor, items::transitions::move_shipment_items, recipient as order_recipient};

/// Sets the status of a shipment, with an entry in its history and a notification.
async fn set_status(
    tx: &impl LedgerAccess,
    actor: &Actor,
    row: &shipment::Model,
    to: ShipmentStatus,
    reason: Option<&str>,
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let from = row.status;
    let mut update = versioned_update(row.id, now).col_expr(Column::Status, Expr::value(to));
    if to == ShipmentStatus::Problem {
        update = update.col_expr(Column::ProblemReason, Expr::value(reason.map(ToOwned::to_owned)));
    }
    let row = save(tx, update).await?;
    record_and_notify(tx, &row, actor, Some(from), reason, now).await?;
    Ok(row)
}

/// Sets the destination and the delivery of a packed shipment. They are fixed once the delivery is priced.
pub(super) async fn choose_delivery(
    rows: &impl ScopedConnection,
    actor: &Actor,
    id: ShipmentId,
    change: ClientShipmentChange,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let row = lock(rows, id).await?;
    match row.status {
        ShipmentStatus::Packed => {}
        ShipmentStatus::Forming => return Err(ShipmentError::NotFound),
        _ => return Err(ShipmentError::ShipmentPriced(row.status)),
    }
    let snapshot = match change.recipient_id {
        Some(id) => Some(recipient::chosen(rows, &row, id, now).await?),
        None => None,
    };
    let method = match change.delivery.and_then(|delivery| delivery.delivery_method_id) {
        Some(method) => method,
        None => row.delivery_method_id.filter(|_| snapshot.is_some()),
    };
    if let Some(method) = method {
        let addressed = snapshot.as_ref().or(row.recipient.as_deref());
        order_recipient::ensure_complete(rows, method, addressed).await?;
    }
    let country = change.country.as_deref().and_then(|text| Country::parse(text).ok());
    if row.recipient.is_some() && recipient::moved(&row, country, change.city.as_deref()).is_some() {
        return Err(ShipmentError::RecipientFixed);
    }
    let change = ShipmentChange {
        country: change.country,
        city: change.city,
        delivery: change.delivery,
        ..ShipmentChange::default()
    };
    staff_actions::update_row(rows, actor, row, &change, snapshot, version, now).await
}

/// The amount to pay, if the person confirmed exactly this amount of the current version.
pub(super) fn confirmed_amount(row: &shipment::Model, version: i64, seen: Money) -> Result<Money, ShipmentError> {
    let amount = views::payable_in(row, seen.currency)
        .ok_or_else(|| ShipmentError::Fields(FieldErrors::single("amount.currency", Rule::UnknownValue)))?;
    if version != row.version || seen != amount {
        return Err(ShipmentError::AmountChanged(amount));
    }
    Ok(amount)
}

/// Pays the delivery of a shipment from the client's balance.
pub(super) async fn pay(
    tx: &impl LedgerAccess,
    actor: &Actor,
    id: ShipmentId,
    seen: ShipmentPayRequest,
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let row = lock(tx, id).await?;
    let to = match views::due(&row).and_then(|_| lifecycle::status_after_payment(row.status)) {
        Some(to) => to,
        // The lifecycle has no payment either: this makes the error.
        None => next_status(&row, ShipmentMove::Pay, Side::Client)?,
    };
    let amount = confirmed_amount(&row, seen.version, seen.amount)?;
    let mover = PaymentContext {
        client_id: row.client_id,
        user_id: actor.user_id,
        memo: row.number.clone(),
    };
    let parts = PaymentParts::SHIPMENT;
    payments::pay(tx, PaidDocument::Shipment(row.id), mover, amount, parts, now).await?;
    let update = versioned_update(row.id, now)
        .col_expr(Column::Status, Expr::value(to))
        .col_expr(Column::PaidAt, Expr::value(now))
        .col_expr(Column::PaidPartMinor, Expr::value(None::<i64>))
        .col_expr(Column::PaidPartRubMinor, Expr::value(None::<i64>));
    let paid = save(tx, update).await?;
    record_payment(tx, &paid, actor, row.status, amount, now).await?;
    Ok(paid)
}

/// Chooses cash on receipt. The amount is in rubles.
pub async fn choose_cod(
    tx: &impl LedgerAccess,
    actor: &Actor,
    id: ShipmentId,
    seen: ShipmentPayRequest,
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let row = lock(tx, id).await?;
    let to = next_status(&row, ShipmentMove::ChooseCashOnReceipt, Side::Client)?;
    let terms = client_terms::terms_of_client(tx, row.client_id).await?;
    if !terms.payments.cash_on_receipt {
        return Err(ShipmentError::NotOffered);
    }
    if seen.amount.currency != Currency::Rub {
        return Err(ShipmentError::Fields(FieldErrors::single(
            "amount.currency",
            Rule::UnknownValue,
        )));
    }
    confirmed_amount(&row, seen.version, seen.amount)?;
    set_status(tx, actor, &row, to, None, now).await
}

/// Accepts a shipment with its items, and the orders whose last items these are. A delivery that is not paid stays due.
pub async fn accept(
    tx: &impl LedgerAccess,
    actor: &Actor,
    id: ShipmentId,
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let row = lock(tx, id).await?;
    let to = next_status(&row, ShipmentMove::Accept, Side::Client)?;
    let item_ids: Vec<ItemId> = load_items(tx, row.id)
        .await?
        .iter()
        .map(|(row, _)| row.item_id)
        .collect();
    move_shipment_items(tx, actor, &item_ids, ItemMove::Accept, None, now).await?;
    set_status(tx, actor, &row, to, None, now).await
}

/// Reports a problem with a whole shipment or with some of its items. The other items are accepted.
pub(super) async fn report_problem(
    tx: &impl LedgerAccess,
    actor: &Actor,
    id: ShipmentId,
    problem: &CargoProblem,
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let mut errors = FieldErrors::default();
    let reason = errors.required_text("reason", &problem.reason, limits::REASON);
    errors.into_result(())?;
    let row = lock(tx, id).await?;
    let to = next_status(&row, ShipmentMove::Report, Side::Client)?;
    let all: Vec<ItemId> = load_items(tx, row.id)
        .await?
        .iter()
        .map(|(row, _)| row.item_id)
        .collect();
    let reported: Vec<ItemId> = if problem.items.is_empty() {
        all.clone()
    } else {
        problem.items.clone()
    };
    if reported.iter().any(|item| !all.contains(item)) {
        return Err(FieldErrors::single("items", Rule::NotYours).into());
    }
    let accepted: Vec<ItemId> = all.into_iter().filter(|item| !reported.contains(item)).collect();
    move_shipment_items(tx, actor, &reported, ItemMove::Report, Some(&reason), now).await?;
    move_shipment_items(tx, actor, &accepted, ItemMove::Accept, None, now).await?;
    set_status(tx, actor, &row, to, Some(&reason), now).await
}
