//! Payment, cancellation and refunds of orders.

use super::{
    OrderError, calculation, card, deposit,
    history::{self, Actor, Event},
    total, views,
};
use crate::orders::services::order_effects as services;
use crate::orders::{field_changes, transitions};
use books::{
    ledger::LedgerError,
    payments::{self, PaidDocument, PaymentContext},
};
use chrono::{DateTime, Utc};
use entities::payment;
use entities::{order, order_item as item, order_quote as quote};
use platform::scope::{LedgerAccess, ScopedConnection};
use sea_orm::{
    QueryOrder,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{ItemId, OrderId},
    items::{ItemMove, ItemStatus, lifecycle as item_lifecycle},
    money::{Currency, Money},
    orders::{
        ChangedField, FieldValue, HistoryEvent, OrderMove, OrderStatus, PayRequest, RefundPreview, RefundRequest, Side,
        convert_at,
    },
};

fn mover(order: &order::Model, actor: &Actor) -> PaymentContext {
    PaymentContext {
        client_id: order.client_id,
        user_id: actor.user_id,
        memo: order.number.clone(),
    }
}

/// Pays a quoted order from one of the client's balances. Its deposit returns in the same transaction, and the payment can use it.
/// `confirmed` is the quote and amount that the client agreed to; fails with [`OrderError::AmountChanged`] if they are not the
/// current ones.
pub async fn pay(
    tx: &impl LedgerAccess,
    actor: &Actor,
    id: OrderId,
    confirmed: PayRequest,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let order = card::lock(tx, id).await?;
    let quote = calculation::current_quote(tx, &order).await?;
    let Some(quote) = quote.filter(|_| order.status == OrderStatus::Quoted) else {
        return Err(transitions::not_allowed(&order, OrderMove::Pay, actor.side));
    };
    let amount = calculation::amount_due(&quote, confirmed.amount.currency)
        .ok_or_else(|| OrderError::Fields(FieldErrors::single("amount.currency", Rule::UnknownValue)))?;
    if confirmed.quote_id != quote.id || confirmed.amount != amount {
        return Err(OrderError::AmountChanged(amount));
    }
    let parts = calculation::payment_parts(&quote, amount).ok_or(OrderError::RateStale)?;
    let (document, context) = (PaidDocument::Order(order.id), mover(&order, actor));
    // The accounts of rubles are locked first, so that payments of two orders with deposits in other currencies don't wait for
    // each other.
    let releases_first = order
        .deposit()
        .is_none_or(|reserved| reserved.currency == amount.currency || reserved.currency == Currency::Rub);
    let order = if releases_first {
        let order = deposit::release(tx, actor, order, now).await?;
        payments::pay(tx, document, context, amount, parts, now).await?;
        order
    } else {
        payments::pay(tx, document, context, amount, parts, now).await?;
        deposit::release(tx, actor, order, now).await?
    };
    services::mark_paid(tx, &order).await?;
    let paid = transitions::apply(tx, actor, &order, OrderMove::Pay, order.quote_id, None, now).await?;
    Ok(paid)
}

/// Cancels an order on behalf of the agent and refunds its payments.
pub async fn cancel(
    tx: &impl LedgerAccess,
    actor: &Actor,
    id: OrderId,
    reason: Option<&str>,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let mut errors = FieldErrors::default();
    let reason = errors.required_text("reason", reason.unwrap_or_default(), transitions::MAX_REASON_CHARS);
    errors.into_result(())?;
    let canceled = transitions::perform(tx, actor, id, OrderMove::Cancel, Some(&reason), now).await?;
    refund_canceled(tx, actor, canceled, &reason, now).await
}

/// Cancels the services of a canceled order, and refunds everything that is left of its payments.
async fn refund_canceled(
    tx: &impl LedgerAccess,
    actor: &Actor,
    mut canceled: order::Model,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    services::cancel_all(tx, actor, &canceled, now).await?;
    for payment in payments::list(tx, PaidDocument::Order(canceled.id)).await? {
        let left = payment.amount_minor - payment.refunded_minor;
        canceled = refund_payment(tx, actor, &canceled, &payment, None, left, reason, now).await?;
    }
    Ok(canceled)
}

/// Refunds an item, or an amount of the order, to the client's balance. A refund of an item moves it to its final status. If no
/// other item is left before the purchase, the order is canceled, and the rest is refunded as by [`cancel`].
pub(super) async fn refund(
    tx: &impl LedgerAccess,
    actor: &Actor,
    id: OrderId,
    request: &RefundRequest,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let mut errors = FieldErrors::default();
    let reason = errors.required_text("reason", &request.reason, transitions::MAX_REASON_CHARS);
    errors.into_result(())?;
    let order = card::lock(tx, id).await?;
    // Everything that is left is refunded only if somebody has named the sum.
    if request.item_id.is_none() && request.amount.is_none() {
        return Err(FieldErrors::single("amount", Rule::Required).into());
    }
    let payment = payments::list(tx, PaidDocument::Order(id)).await?.pop();
    let payment = payment.ok_or(OrderError::NothingPaid)?;
    let currency = payment.currency;
    let requested = request
        .amount
        .as_ref()
        .map(|amount| Money::parse(&amount.0, currency).map(|money| money.minor))
        .transpose()
        .map_err(|_| OrderError::Fields(FieldErrors::single("amount", Rule::NotAnAmount)))?;
    let before = order.status;
    let (order, amount) = match request.item_id {
        Some(item_id) => {
            let part = RequestedRefund {
                item_id,
                amount: requested,
            };
            refund_item(tx, actor, order, part, &payment, &reason, now).await?
        }
        None => (order, check_refundable(requested.unwrap_or_default(), &payment)?),
    };
    let order = refund_payment(tx, actor, &order, &payment, request.item_id, amount, &reason, now).await?;
    if before == OrderStatus::Paid && order.status == OrderStatus::Canceled {
        return refund_canceled(tx, actor, order, &reason, now).await;
    }
    Ok(order)
}

/// The amount, if that much of the payment is left to refund.
fn check_refundable(amount_minor: i64, payment: &payment::Model) -> Result<i64, OrderError> {
    let left = payment.amount_minor - payment.refunded_minor;
    if (1..=left).contains(&amount_minor) {
        Ok(amount_minor)
    } else {
        Err(OrderError::RefundTooLarge(Money::new(left, payment.currency)))
    }
}

/// The item to refund, and the amount in minor units of the payment's currency, if staff chose it.
#[derive(Clone, Copy, Debug)]
struct RequestedRefund {
    item_id: ItemId,
    amount: Option<i64>,
}

/// Moves the item to `refunded` and advances the order accordingly. Returns the order and the amount to refund, in minor units
/// of the payment's currency: the requested one, or the item's cost as far as it is left of the payment.
async fn refund_item(
    tx: &impl LedgerAccess,
    actor: &Actor,
    order: order::Model,
    requested: RequestedRefund,
    payment: &payment::Model,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<(order::Model, i64), OrderError> {
    let mut items = tx
        .all(
            item::Entity::find()
                .filter(item::Column::OrderId.eq(order.id))
                .order_by_asc(item::Column::Id),
        )
        .await?;
    let position = items
        .iter()
        .position(|item| item.id == requested.item_id)
        .ok_or(OrderError::NotFound)?;
    let item = &items[position];
    let facts = views::item_facts(item, &order);
    let to = item_lifecycle::resulting_status(facts, ItemMove::Refund, Side::Staff).ok_or_else(|| {
        OrderError::ItemMoveNotAllowed {
            item: item.id,
            from: facts.status,
            step: ItemMove::Refund,
            possible: item_lifecycle::allowed_moves(facts, Side::Staff),
        }
    })?;
    let amount = if let Some(amount) = requested.amount {
        amount
    } else {
        let left = payment.amount_minor - payment.refunded_minor;
        let quote = paid_quote(tx, &order).await?;
        let cost = item_cost(&quote, &items, position, payment.currency)?;
        std::cmp::min(cost, left)
    };
    let amount = check_refundable(amount, payment)?;
    let update = item::Entity::update_many()
        .col_expr(item::Column::Status, Expr::value(to))
        .col_expr(item::Column::RefundedMinor, Expr::value(amount))
        .col_expr(item::Column::Version, Expr::col(item::Column::Version).add(1))
        .col_expr(item::Column::UpdatedAt, Expr::value(now))
        .filter(item::Column::Id.eq(item.id));
    tx.update_count(update).await?;
    let step = Event::item_moved(ItemMove::Refund, item.id, &item.title, Some(reason.to_owned()));
    items[position].status = to;
    let statuses: Vec<ItemStatus> = items.iter().map(|item| item.status).collect();
    let (order, steps) = transitions::advance_by_items(tx, actor, order, &statuses, now).await?;
    let events = std::iter::once(step)
        .chain(steps)
        .map(|event| (&order, event))
        .collect();
    history::write_all(tx, actor, events, now).await?;
    Ok((order, amount))
}

/// The quote that a paid order was paid by.
async fn paid_quote(rows: &impl ScopedConnection, order: &order::Model) -> Result<quote::Model, OrderError> {
    let quote = calculation::current_quote(rows, order).await?;
    quote.ok_or_else(|| DbErr::RecordNotFound(format!("the quote of the paid order {}", order.id)).into())
}

/// What the client paid for an item, in minor units of the payment's currency, converted at the rate of the quote: its value,
/// and its share of the commission if it was never bought.
fn item_cost(
    quote: &quote::Model,
    items: &[item::Model],
    position: usize,
    paid_in: Currency,
) -> Result<i64, OrderError> {
    let value_of = |item: &item::Model| views::effective_value(item).minor;
    let item = &items[position];
    let value = value_of(item);
    let commission = if item.status == ItemStatus::Approved {
        // Items that were refused before the quote are not part of it.
        let earlier = items[..position]
            .iter()
            .filter(|item| item.status != ItemStatus::Refused);
        let before = earlier.map(value_of).fold(0, i64::saturating_add);
        quote.calculation.commission_share(before, value)
    } else {
        0
    };
    // Each charge of the quote was converted on its own, so each part is.
    let convert = |minor| {
        let money = Money::new(minor, quote.currency);
        if quote.currency == paid_in {
            return Some(money);
        }
        quote.rate.convert(money, paid_in)
    };
    let cost = convert(value).zip(convert(commission));
    let cost = cost.and_then(|(value, commission)| value.minor.checked_add(commission.minor));
    cost.ok_or_else(|| DbErr::Custom(format!("the cost of item {} is too large to be converted", item.id)).into())
}

/// What a refund of the item would return.
pub(super) async fn preview_refund(
    rows: &impl ScopedConnection,
    id: OrderId,
    item_id: ItemId,
) -> Result<RefundPreview, OrderError> {
    let order = card::find(rows, id).await?;
    let payment = payments::list(rows, PaidDocument::Order(id)).await?.pop();
    let payment = payment.ok_or(OrderError::NothingPaid)?;
    let select = item::Entity::find()
        .filter(item::Column::OrderId.eq(order.id))
        .order_by_asc(item::Column::Id);
    let items = rows.all(select).await?;
    let position = items
        .iter()
        .position(|item| item.id == item_id)
        .ok_or(OrderError::NotFound)?;
    let quote = paid_quote(rows, &order).await?;
    let cost = item_cost(&quote, &items, position, payment.currency)?;
    let left = Money::new(payment.amount_minor - payment.refunded_minor, payment.currency);
    let amount = Money::new(std::cmp::min(cost, left.minor), payment.currency);
    let converted = |amount| convert_at(quote.currency, quote.rate, amount);
    let mut others = items.iter().enumerate().filter(|(index, _)| *index != position);
    let cancels_order = order.status == OrderStatus::Paid && !others.any(|(_, item)| item.status.is_live());
    Ok(RefundPreview {
        amount,
        amount_converted: converted(amount),
        left,
        left_converted: converted(left),
        cancels_order,
    })
}

#[expect(
    clippy::too_many_arguments,
    reason = "each argument is a separate fact of the refund"
)]
async fn refund_payment(
    tx: &impl LedgerAccess,
    actor: &Actor,
    order: &order::Model,
    payment: &payment::Model,
    item: Option<ItemId>,
    amount_minor: i64,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let refund = payments::refund(tx, payment, mover(order, actor), item, amount_minor, reason, now).await?;
    let Some(refund) = refund else {
        return Ok(order.clone());
    };
    let order = total::deduct_refund(tx, order, payment, refund.amount_minor, now).await?;
    let amount = Money::new(refund.amount_minor, refund.currency);
    let event = Event {
        reason: Some(reason.to_owned()),
        ..Event::fields_changed(
            HistoryEvent::Refunded,
            refund.item_id,
            "",
            vec![field_changes::set(ChangedField::Refund, FieldValue::Amount(amount))],
        )
    };
    history::write(tx, &order, actor, event, now).await?;
    Ok(order)
}

impl From<LedgerError> for OrderError {
    fn from(error: LedgerError) -> Self {
        match error {
            LedgerError::Insufficient(money) => Self::BalanceInsufficient(money),
            LedgerError::Database(error) => Self::Database(error),
            other => Self::Ledger(other),
        }
    }
}
