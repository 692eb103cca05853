//! Payment of services: charged at once if the order's price is already quoted, refunded on cancellation.

use super::ServiceError;
use crate::orders::{
    OrderError, charges,
    history::{self, Actor, Event},
    quotes, total,
};
use books::{
    ledger::{self, Account, Document, NewEntry},
    payments::{self, PaidDocument, PaymentContext},
};
use chrono::{DateTime, Utc};
use entities::order;
use entities::{item_service, ledger_posting};
use platform::error::OperationError;
use platform::scope::{LedgerAccess, ScopedConnection};
use sea_orm::{QueryOrder, entity::prelude::*, sea_query::Expr};
use shared_types::{
    fields::{FieldErrors, Rule},
    fixed::Rate,
    ledger::{BALANCE_CURRENCIES, EntryKind},
    money::{Currency, Money},
    orders::HistoryEvent,
    services::{LocalizedName, NewItemService},
    translation::Language,
};

/// The price of all units of a service in minor units of the order's currency.
pub(super) fn total(row: &item_service::Model) -> i64 {
    row.unit_price_minor.saturating_mul(i64::from(row.qty))
}

/// The rate of the order's quote.
async fn quoted_rate(rows: &impl ScopedConnection, order: &order::Model) -> Result<Rate, OrderError> {
    let quote = quotes::current_quote(rows, order).await?;
    quote.map(|quote| quote.rate).ok_or(OrderError::RateStale)
}

/// Charges the client's balance in a ledger entry of its own. Fails with [`OrderError::AmountChanged`] if the amount is not the one
/// that was shown.
#[expect(clippy::too_many_arguments, reason = "a payment needs all of them")]
pub(super) async fn charge(
    tx: &impl LedgerAccess,
    actor: &Actor,
    order: &order::Model,
    row: item_service::Model,
    names: &LocalizedName,
    total: Money,
    new: &NewItemService,
    now: DateTime<Utc>,
) -> Result<item_service::Model, ServiceError> {
    let from = new.pay_from.unwrap_or_else(|| default_pay_currency(total.currency));
    if !BALANCE_CURRENCIES.contains(&from) {
        return Err(FieldErrors::single("pay_from", Rule::UnknownValue).into());
    }
    // Without a quote there is no rate, and only the balance in the currency of the order pays.
    let quote = quotes::current_quote(tx, order).await.map_err(OrderError::from)?;
    let in_rubles = match quote {
        _ if total.currency == Currency::Rub => Some(total),
        Some(quote) => quote.rate.convert(total, Currency::Rub),
        None => None,
    };
    let amount = match in_rubles {
        _ if from == total.currency => total,
        _ if from != Currency::Rub => return Err(FieldErrors::single("pay_from", Rule::UnknownValue).into()),
        Some(rubles) => rubles,
        None => return Err(OrderError::RateStale.into()),
    };
    if new.amount != Some(amount) {
        return Err(OrderError::AmountChanged(amount).into());
    }
    let entry = NewEntry {
        kind: EntryKind::ServicePayment,
        document: Document::Service(row.id),
        memo: format!("{}: {}", order.number, names.in_language(Language::Ru)),
        actor_user_id: actor.user_id,
        reverses: None,
        legs: ledger::transfer(Account::Client(order.client_id), Account::Revenue, amount),
    };
    let posted = ledger::post(&tx.ledger(), entry, now).await.map_err(OrderError::from)?;
    charges::charge_service(tx, order, row.id, (total, in_rubles), now).await?;
    let update = item_service::Entity::update_many()
        .col_expr(item_service::Column::EntryId, Expr::value(posted.entry.id))
        .filter(item_service::Column::Id.eq(row.id));
    tx.update(update)
        .await?
        .pop()
        .ok_or_else(|| OperationError::NotFound.into())
}

/// Refunds the payment for a service, separate or part of the order's payment.
pub(super) async fn refund(
    tx: &impl LedgerAccess,
    actor: &Actor,
    order: &order::Model,
    row: &item_service::Model,
    now: DateTime<Utc>,
) -> Result<(), OrderError> {
    if row.paid_amount_minor == 0 {
        return Ok(());
    }
    if row.entry_id.is_some() {
        return refund_own_entry(tx, actor, order, row, now).await;
    }
    let Some(payment) = payments::list(tx, PaidDocument::Order(order.id)).await?.pop() else {
        return Ok(());
    };
    let paid = Money::new(row.paid_amount_minor, row.currency);
    let currency = payment.currency;
    let refundable = if currency == paid.currency {
        paid
    } else {
        let rate = quoted_rate(tx, order).await?;
        rate.convert(paid, currency).ok_or(OrderError::RateStale)?
    };
    // Earlier refunds of the order may have left less of the payment than the service cost.
    let left = payment.amount_minor - payment.refunded_minor;
    let mover = PaymentContext {
        client_id: order.client_id,
        user_id: actor.user_id,
        memo: order.number.clone(),
    };
    let refunded_item = payments::RefundedItem {
        item_id: Some(row.item_id),
        pieces: None,
    };
    let amount = std::cmp::min(refundable.minor, left);
    let refunded = payments::refund(tx, &payment, mover, refunded_item, amount, "", now).await?;
    if let Some(refunded) = refunded {
        total::deduct_refund(tx, order, &payment, refunded.amount_minor, now).await?;
        let amount = Money::new(refunded.amount_minor, currency);
        let event = Event::new(HistoryEvent::Refunded, Some(row.item_id), amount.to_string());
        history::write(tx, order, actor, event, now).await?;
    }
    Ok(())
}

/// Refunds a service that was paid by a ledger entry of its own, by reversing that entry.
pub(super) async fn refund_own_entry(
    tx: &impl LedgerAccess,
    actor: &Actor,
    order: &order::Model,
    row: &item_service::Model,
    now: DateTime<Utc>,
) -> Result<(), OrderError> {
    let Some(entry_id) = row.entry_id else {
        return Ok(());
    };
    let ledger_tx = tx.ledger();
    let select = ledger_posting::Entity::find()
        .filter(ledger_posting::Column::EntryId.eq(entry_id))
        .filter(ledger_posting::Column::ClientId.eq(order.client_id))
        .order_by_asc(ledger_posting::Column::Id);
    let Some(charged) = ledger_tx.one(select).await? else {
        return Ok(());
    };
    let amount = Money::new(charged.amount_minor.saturating_neg(), charged.currency);
    let entry = NewEntry {
        kind: EntryKind::ServiceRefund,
        document: Document::Service(row.id),
        memo: order.number.clone(),
        actor_user_id: actor.user_id,
        reverses: Some(entry_id),
        legs: ledger::transfer(Account::Revenue, Account::Client(order.client_id), amount),
    };
    ledger::post(&ledger_tx, entry, now).await?;
    charges::refund_service(tx, row.id, now).await?;
    let event = Event::new(HistoryEvent::Refunded, Some(row.item_id), amount.to_string());
    history::write(tx, order, actor, event, now).await?;
    Ok(())
}

/// The balance that pays by default: the one in the order's currency, or the ruble balance if there is none.
pub(super) const fn default_pay_currency(currency: Currency) -> Currency {
    match currency {
        Currency::Rub | Currency::Cny => currency,
        _ => Currency::Rub,
    }
}
