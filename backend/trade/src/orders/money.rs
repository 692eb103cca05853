//! Payment, cancellation and refunds of orders.

use super::{
    OrderError, card, deposit,
    history::Actor,
    quotes,
    refunds::{
        self, RequestedRefund,
        repayment::{check_refundable, mover, refund_payment},
    },
    services::order_effects as services,
    statuses, transitions,
};
use books::{
    ledger::LedgerError,
    payments::{self, PaidDocument},
};
use chrono::{DateTime, Utc};
use entities::order;
use platform::scope::LedgerAccess;
use shared_types::{
    fields::{FieldErrors, Rule},
    id::OrderId,
    money::{Currency, Money},
    orders::{OrderMove, OrderStatus, PayRequest, RefundRequest},
};

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
    let quote = quotes::current_quote(tx, &order).await?;
    let Some(quote) = quote.filter(|_| order.status == OrderStatus::Quoted) else {
        return Err(statuses::not_allowed(&order, OrderMove::Pay, actor.side));
    };
    let amount = quotes::amount_due(&quote, confirmed.amount.currency)
        .ok_or_else(|| OrderError::Fields(FieldErrors::single("amount.currency", Rule::UnknownValue)))?;
    if confirmed.quote_id != quote.id || confirmed.amount != amount {
        return Err(OrderError::AmountChanged(amount));
    }
    let parts = quotes::payment_parts(&quote, amount).ok_or(OrderError::RateStale)?;
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

/// Refunds pieces of an item, or an amount of the order, to the client's balance. If no item is left before the purchase, the order
/// is canceled, and the rest is refunded as by [`cancel`].
pub(super) async fn refund(
    tx: &impl LedgerAccess,
    actor: &Actor,
    id: OrderId,
    request: &RefundRequest,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let mut errors = FieldErrors::default();
    let reason = errors.required_text("reason", &request.reason, transitions::MAX_REASON_CHARS);
    if request.item_id.is_none() && request.quantity.is_some() {
        errors.add("quantity", Rule::UnknownField);
    }
    errors.into_result(())?;
    let order = card::lock(tx, id).await?;
    // Everything that is left is refunded only if the request names the sum.
    if request.item_id.is_none() && request.amount.is_none() {
        return Err(FieldErrors::single("amount", Rule::Required).into());
    }
    let payment = payments::list(tx, PaidDocument::Order(id)).await?.pop();
    let payment = payment.ok_or(OrderError::NothingPaid)?;
    let currency = payment.currency;
    let amount = request
        .amount
        .as_ref()
        .map(|amount| Money::parse(&amount.0, currency).map(|money| money.minor))
        .transpose()
        .map_err(|_| OrderError::Fields(FieldErrors::single("amount", Rule::NotAnAmount)))?;
    let before = order.status;
    let order = if let Some(item_id) = request.item_id {
        let requested = RequestedRefund {
            item_id,
            pieces: request.quantity,
            amount,
        };
        refunds::refund_item(tx, actor, order, requested, &payment, &reason, now).await?
    } else {
        let left = Money::new(payment.amount_minor - payment.refunded_minor, currency);
        let amount = check_refundable(amount.unwrap_or_default(), left)?;
        refund_payment(tx, actor, &order, &payment, None, amount, &reason, now).await?
    };
    if before == OrderStatus::Paid && order.status == OrderStatus::Canceled {
        return refund_canceled(tx, actor, order, &reason, now).await;
    }
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
