//! Money of services: taken at once where the order's price is named already, given back when they are given up.

use super::entity::item_service;
use crate::{
    ledger::{self, Account, Document, NewEntry},
    orders::{
        OrderError, calculation,
        entity::order,
        history::{self, Actor, Event},
        views as order_views,
    },
    payments::{self, Mover, Paid},
    platform::{
        http::Failure,
        scope::{Bookkeeper, Rows},
    },
};
use chrono::{DateTime, Utc};
use sea_orm::{QueryOrder, entity::prelude::*, sea_query::Expr};
use shared_types::{
    fields::{FieldErrors, Rule},
    fixed::Rate,
    ledger::{BALANCE_CURRENCIES, EntryKind},
    money::{Currency, Money},
    orders::HistoryEvent,
    problem::ProblemCode,
    services::Names,
};

/// What a service costs in all, in the order's currency.
pub(super) fn total(row: &item_service::Model) -> i64 {
    row.unit_price_minor.saturating_mul(i64::from(row.qty))
}

/// The rate that was promised with the order's price.
async fn promised(rows: &impl Rows, order: &order::Model) -> Result<Rate, OrderError> {
    let quote = calculation::named(rows, order).await?;
    quote
        .and_then(|quote| Rate::parse(&quote.rate).ok())
        .ok_or(OrderError::RateStale)
}

/// Takes the money from the client's balance, or refuses the service.
#[expect(clippy::too_many_arguments, reason = "a payment has as many facts")]
pub(super) async fn at_once(
    tx: &impl Bookkeeper,
    actor: &Actor,
    order: &order::Model,
    row: item_service::Model,
    names: &Names,
    total: Money,
    from: Option<Currency>,
    now: DateTime<Utc>,
) -> Result<item_service::Model, Failure> {
    let from = from.unwrap_or_else(|| super::orders::fallback(total.currency));
    if !BALANCE_CURRENCIES.contains(&from) {
        return Err(FieldErrors::one("pay_from", Rule::UnknownValue).into());
    }
    let amount = if from == total.currency {
        total
    } else if from == Currency::Rub {
        let rate = promised(tx, order).await?;
        rate.convert(total, from).ok_or(OrderError::RateStale)?
    } else {
        return Err(FieldErrors::one("pay_from", Rule::UnknownValue).into());
    };
    let entry = NewEntry {
        kind: EntryKind::ServicePayment,
        document: Document::Service(row.id),
        memo: format!("{}: {}", order.number, names.of("ru")),
        actor_user_id: actor.user_id,
        reverses: None,
        legs: ledger::transfer(Account::Client(order.client_id), Account::Revenue, amount),
    };
    let posted = ledger::post(&tx.books(), entry, now).await.map_err(OrderError::from)?;
    let update = item_service::Entity::update_many()
        .col_expr(item_service::Column::EntryId, Expr::value(posted.entry.id))
        .filter(item_service::Column::Id.eq(row.id));
    tx.update(update)
        .await?
        .pop()
        .ok_or_else(|| ProblemCode::NotFound.into())
}

/// Gives back what was paid for a service, by itself or with its order.
pub(super) async fn back(
    tx: &impl Bookkeeper,
    actor: &Actor,
    order: &order::Model,
    row: &item_service::Model,
    now: DateTime<Utc>,
) -> Result<(), OrderError> {
    if row.paid_amount_minor == 0 {
        return Ok(());
    }
    if row.entry_id.is_some() {
        return own_back(tx, actor, order, row, now).await;
    }
    let Some(payment) = payments::of(tx, Paid::Order(order.id)).await?.pop() else {
        return Ok(());
    };
    let paid = Money::new(row.paid_amount_minor, order_views::currency(&row.currency));
    let currency = order_views::currency(&payment.currency);
    let share = if currency == paid.currency {
        paid
    } else {
        let rate = promised(tx, order).await?;
        rate.convert(paid, currency).ok_or(OrderError::RateStale)?
    };
    // Other refunds of the order may have left less of its payment than the service cost.
    let left = payment.amount_minor - payment.refunded_minor;
    let mover = Mover {
        client_id: order.client_id,
        user_id: actor.user_id,
        memo: order.number.clone(),
    };
    let item = Some(shared_types::id::ItemId(row.item_id));
    let amount = std::cmp::min(share.minor, left);
    let refunded = payments::refund(tx, &payment, mover, item, amount, "", now).await?;
    if let Some(refunded) = refunded {
        let amount = Money::new(refunded.amount_minor, currency);
        let event = Event::of(HistoryEvent::Refunded, Some(row.item_id), amount.to_string());
        history::write(tx, order, actor, event, now).await?;
    }
    Ok(())
}

/// Takes back the entry of a service that was paid by itself.
pub(super) async fn own_back(
    tx: &impl Bookkeeper,
    actor: &Actor,
    order: &order::Model,
    row: &item_service::Model,
    now: DateTime<Utc>,
) -> Result<(), OrderError> {
    let Some(entry_id) = row.entry_id else {
        return Ok(());
    };
    let books = tx.books();
    let select = ledger::entity::posting::Entity::find()
        .filter(ledger::entity::posting::Column::EntryId.eq(entry_id))
        .filter(ledger::entity::posting::Column::ClientId.eq(order.client_id))
        .order_by_asc(ledger::entity::posting::Column::Id);
    let Some(taken) = books.one(select).await? else {
        return Ok(());
    };
    let amount = Money::new(
        taken.amount_minor.saturating_neg(),
        order_views::currency(&taken.currency),
    );
    let entry = NewEntry {
        kind: EntryKind::ServiceRefund,
        document: Document::Service(row.id),
        memo: order.number.clone(),
        actor_user_id: actor.user_id,
        reverses: Some(entry_id),
        legs: ledger::transfer(Account::Revenue, Account::Client(order.client_id), amount),
    };
    ledger::post(&books, entry, now).await?;
    let event = Event::of(HistoryEvent::Refunded, Some(row.item_id), amount.to_string());
    history::write(tx, order, actor, event, now).await?;
    Ok(())
}
