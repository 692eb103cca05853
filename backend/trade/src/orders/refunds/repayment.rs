//! Refunds of a payment to the balance.

use crate::orders::{
    OrderError, field_changes,
    history::{self, Actor, Event},
    total,
};
use books::payments::{self, PaymentContext};
use chrono::{DateTime, Utc};
use entities::payment;
use entities::{order, order_item as item, order_quote as quote};
use platform::scope::LedgerAccess;
use shared_types::{
    money::Money,
    orders::{ChangedField, FieldValue, HistoryEvent},
};

/// The amount, if that much can be refunded.
pub(in crate::orders) fn check_refundable(amount_minor: i64, left: Money) -> Result<i64, OrderError> {
    if amount_minor >= 1 && amount_minor <= left.minor {
        Ok(amount_minor)
    } else {
        Err(OrderError::RefundTooLarge(left))
    }
}

/// The pieces of an item that are refunded, with the quote of its order.
#[derive(Clone, Copy, Debug)]
pub(in crate::orders) struct RefundedPieces<'a> {
    pub(in crate::orders) item: &'a item::Model,
    pub(in crate::orders) pieces: i32,
    pub(in crate::orders) quote: &'a quote::Model,
}

#[expect(
    clippy::too_many_arguments,
    reason = "each argument is a separate fact of the refund"
)]
pub(in crate::orders) async fn refund_payment(
    tx: &impl LedgerAccess,
    actor: &Actor,
    order: &order::Model,
    payment: &payment::Model,
    refunded: Option<RefundedPieces<'_>>,
    amount_minor: i64,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let item = refunded.map(|refunded| refunded.item);
    let pieces = refunded.map(|refunded| refunded.pieces).filter(|pieces| *pieces > 0);
    let part = payments::RefundedItem {
        item_id: item.map(|item| item.id),
        pieces,
    };
    let refund = payments::refund(tx, payment, mover(order, actor), part, amount_minor, reason, now).await?;
    let count =
        pieces.map(|pieces| field_changes::set(ChangedField::RefundedQuantity, FieldValue::Number(pieces.into())));
    let title = item.map(|item| item.title.clone()).unwrap_or_default();
    let (order, kind, changes) = match refund {
        Some(refund) => {
            let amount = Money::new(refund.amount_minor, refund.currency);
            let sum = field_changes::set(ChangedField::Refund, FieldValue::Amount(amount));
            let minor = refund.amount_minor;
            let order = match refunded {
                Some(refunded) => total::deduct_refund_of(tx, order, refunded.quote, payment, minor, now).await?,
                None => total::deduct_refund(tx, order, payment, minor, now).await?,
            };
            (
                order,
                HistoryEvent::Refunded,
                std::iter::once(sum).chain(count).collect(),
            )
        }
        // Pieces whose money was refunded before, or that were free.
        None if count.is_some() => (order.clone(), HistoryEvent::ItemChanged, count.into_iter().collect()),
        None => return Ok(order.clone()),
    };
    let event = Event {
        reason: Some(reason.to_owned()),
        ..Event::fields_changed(kind, part.item_id, title, changes)
    };
    history::write(tx, &order, actor, event, now).await?;
    Ok(order)
}

pub(in crate::orders) fn mover(order: &order::Model, actor: &Actor) -> PaymentContext {
    PaymentContext {
        client_id: order.client_id,
        user_id: actor.user_id,
        memo: order.number.clone(),
    }
}
