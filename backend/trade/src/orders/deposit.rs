//! The deposit of an order: a share of its sum that is reserved on the client's balance from the submission until the order is
//! paid, canceled or taken back.
//!
//! Invariants: a sum is reserved only if the client has named it; the reserve never grows afterwards; it is at most the
//! amount due of the quote; the order and the ledger change in the same transaction.

use super::{
    OrderError, distribution,
    history::{self, Actor, Event},
    quotes, statuses,
};
use books::ledger::{self, Document, LedgerError, ReservedFor};
use chrono::{DateTime, Utc};
use entities::order;
use platform::scope::{LedgerAccess, ScopedConnection};
use sea_orm::{
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::OrderId,
    money::Money,
    orders::{
        ChangedField, DepositRequest, FieldChange, FieldValue, HistoryEvent, OrderMove, OrderStatus, OrderType, Side,
        deposits,
    },
    pricing::Calculation,
    settings::OrderLimits,
};

/// Calculates the deposit for an order of this type, on each balance of a client with these limits. Empty without a deposit, and
/// if the sum is not known. A self-buyout is paid with its shipment, so it has none.
pub(super) fn required(limits: OrderLimits, order_type: OrderType, calculation: &Calculation) -> Vec<Money> {
    match (limits.deposit, order_type) {
        (Some(share), OrderType::Standard) => deposits(share, calculation),
        _ => Vec::new(),
    }
}

/// Reserves the deposit that the client named, unless none is required. Fails with [`OrderError::AmountChanged`] if the required
/// one differs, and with [`OrderError::DepositInsufficient`] if the balance is too low.
pub(super) async fn reserve(
    tx: &impl LedgerAccess,
    actor: &Actor,
    order: order::Model,
    required: &[Money],
    named: Option<Money>,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let Some(first) = required.first() else {
        return match named {
            Some(named) => Err(OrderError::AmountChanged(Money::zero(named.currency))),
            None => Ok(order),
        };
    };
    let named = named.ok_or(OrderError::AmountChanged(*first))?;
    let deposit = required.iter().find(|deposit| deposit.currency == named.currency);
    let deposit = deposit.ok_or_else(|| FieldErrors::single("deposit.currency", Rule::UnknownValue))?;
    if *deposit != named {
        return Err(OrderError::AmountChanged(*deposit));
    }
    let reserved = ledger::reserve(tx, reserved_for(&order, actor, named), now).await;
    if let Err(LedgerError::Insufficient(_)) = reserved {
        let balances = ledger::balances(&tx.ledger(), order.client_id).await?;
        let available = balances.into_iter().find(|balance| balance.currency == named.currency);
        return Err(OrderError::DepositInsufficient {
            deposit: named,
            available: available.unwrap_or(Money::zero(named.currency)),
        });
    }
    reserved?;
    change(tx, actor, &order, Some(named), now).await
}

/// Reserves the deposit of a quoted order that has none: its sum was not known at the submission, or staff made the order.
pub(super) async fn reserve_quoted(
    tx: &impl LedgerAccess,
    actor: &Actor,
    id: OrderId,
    confirmed: DepositRequest,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let (order, settings) = distribution::lock_with_settings(tx, id).await?;
    let quote = quotes::current_quote(tx, &order).await?;
    let Some(quote) = quote.filter(|_| order.status == OrderStatus::Quoted) else {
        return Err(statuses::not_allowed(&order, OrderMove::Pay, Side::Client));
    };
    if order.deposit().is_some() {
        return Err(OrderError::DepositReserved);
    }
    let required = required(settings.limits, order.order_type, &quote.calculation);
    let is_shown = |deposit: &&Money| deposit.currency == confirmed.deposit.currency;
    if confirmed.quote_id != quote.id
        && let Some(deposit) = required.iter().find(is_shown)
    {
        return Err(OrderError::AmountChanged(*deposit));
    }
    reserve(tx, actor, order, &required, Some(confirmed.deposit), now).await
}

/// Releases the part of the deposit that exceeds the amount due of a quote.
pub(super) async fn cap(
    tx: &impl LedgerAccess,
    actor: &Actor,
    order: order::Model,
    calculation: &Calculation,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let Some(deposit) = order.deposit() else {
        return Ok(order);
    };
    let sums = [Some(calculation.due), calculation.due_rub];
    let due = sums.into_iter().flatten().find(|due| due.currency == deposit.currency);
    match due {
        Some(due) if due.minor < deposit.minor => {
            let excess = Money::new(deposit.minor - due.minor, deposit.currency);
            ledger::release(tx, reserved_for(&order, actor, excess), now).await?;
            change(tx, actor, &order, Some(due).filter(|due| due.minor > 0), now).await
        }
        _ => Ok(order),
    }
}

/// Returns the deposit of a locked order to the balance, if there is one.
pub(super) async fn release(
    tx: &impl LedgerAccess,
    actor: &Actor,
    order: order::Model,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let Some(deposit) = order.deposit() else {
        return Ok(order);
    };
    ledger::release(tx, reserved_for(&order, actor, deposit), now).await?;
    change(tx, actor, &order, None, now).await
}

fn reserved_for(order: &order::Model, actor: &Actor, amount: Money) -> ReservedFor {
    ReservedFor {
        client_id: order.client_id,
        document: Document::Order(order.id),
        amount,
        memo: order.number.clone(),
        actor_user_id: actor.user_id,
    }
}

/// Writes the deposit of an order, and the line of its history.
async fn change(
    tx: &impl ScopedConnection,
    actor: &Actor,
    order: &order::Model,
    deposit: Option<Money>,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let update = order::Entity::update_many()
        .col_expr(
            order::Column::DepositMinor,
            Expr::value(deposit.map(|deposit| deposit.minor)),
        )
        .col_expr(
            order::Column::DepositCurrency,
            Expr::value(deposit.map(|deposit| deposit.currency)),
        )
        .col_expr(order::Column::Version, Expr::col(order::Column::Version).add(1))
        .col_expr(order::Column::UpdatedAt, Expr::value(now))
        .filter(order::Column::Id.eq(order.id));
    let changed = tx.update(update).await?.pop().ok_or(OrderError::NotFound)?;
    let before = order.deposit();
    let kind = if before.is_none() {
        HistoryEvent::DepositReserved
    } else {
        HistoryEvent::DepositReleased
    };
    let field = FieldChange {
        field: ChangedField::Deposit,
        before: before.map(FieldValue::Amount),
        after: deposit.map(FieldValue::Amount),
    };
    let event = Event::fields_changed(kind, None, "", vec![field]);
    history::write(tx, &changed, actor, event, now).await?;
    Ok(changed)
}
