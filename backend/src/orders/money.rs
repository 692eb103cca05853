//! Paying an order, giving it up, giving money back.

use super::{
    OrderError, calculation, card, changes,
    entity::{item, order},
    history::{self, Actor, Event},
    moves, views,
};
use crate::{
    ledger::LedgerError,
    payments::{self, Mover, Paid, entity::payment},
    platform::scope::{Bookkeeper, Rows},
    services::with_order as services,
};
use chrono::{DateTime, Utc};
use sea_orm::{
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    fixed::Rate,
    id::{ItemId, OrderId},
    items::{ItemMove, ItemStatus, lifecycle as lines},
    money::Money,
    orders::{ChangedField, FieldValue, HistoryEvent, OrderMove, OrderStatus, PayRequest, RefundRequest, Side},
};

fn mover(order: &order::Model, actor: &Actor) -> Mover {
    Mover {
        client_id: order.client_id,
        user_id: actor.user_id,
        memo: order.number.clone(),
    }
}

/// Pays a quoted order from one of the client's balances, by the quote and the sum that the client saw.
pub(crate) async fn pay(
    tx: &impl Bookkeeper,
    actor: &Actor,
    id: OrderId,
    seen: PayRequest,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let order = card::lock(tx, id).await?;
    let quote = calculation::named(tx, &order).await?;
    let Some(quote) = quote.filter(|_| order.status == OrderStatus::Quoted.as_str()) else {
        return Err(moves::refused(&order, OrderMove::Pay, actor.side));
    };
    let amount = calculation::price_in(&quote, seen.amount.currency)
        .ok_or_else(|| OrderError::Fields(FieldErrors::one("amount.currency", Rule::UnknownValue)))?;
    if seen.quote_id.0 != quote.id || seen.amount != amount {
        return Err(OrderError::AmountChanged(amount));
    }
    payments::pay(tx, Paid::Order(order.id), mover(&order, actor), amount, now).await?;
    services::paid_with(tx, &order).await?;
    let paid = moves::apply(tx, actor, &order, OrderMove::Pay, order.quote_id, None, now).await?;
    Ok(paid)
}

/// The agent gives an order up; what was paid goes back.
pub(crate) async fn cancel(
    tx: &impl Bookkeeper,
    actor: &Actor,
    id: OrderId,
    reason: Option<&str>,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let mut errors = FieldErrors::default();
    let reason = errors.required_text("reason", reason.unwrap_or_default(), moves::REASON);
    errors.or(())?;
    let canceled = moves::make(tx, actor, id, OrderMove::Cancel, Some(&reason), now).await?;
    services::give_up_all(tx, actor, &canceled, now).await?;
    for payment in payments::of(tx, Paid::Order(id.0)).await? {
        let left = payment.amount_minor - payment.refunded_minor;
        give_back(tx, actor, &canceled, &payment, None, left, &reason, now).await?;
    }
    Ok(canceled)
}

/// Gives the money of a line, or some of the order's, back to the balance; a line's refund ends its life.
pub(super) async fn refund(
    tx: &impl Bookkeeper,
    actor: &Actor,
    id: OrderId,
    request: &RefundRequest,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let mut errors = FieldErrors::default();
    let reason = errors.required_text("reason", &request.reason, moves::REASON);
    errors.or(())?;
    let order = card::lock(tx, id).await?;
    let payment = payments::of(tx, Paid::Order(id.0)).await?.pop();
    let payment = payment.ok_or_else(|| OrderError::Conflict("nothing was paid for the order".to_owned()))?;
    let left = payment.amount_minor - payment.refunded_minor;
    let currency = views::currency(&payment.currency);
    let asked = request
        .amount
        .as_ref()
        .map(|amount| Money::parse(&amount.0, currency).map(|money| money.minor))
        .transpose()
        .map_err(|_| OrderError::Fields(FieldErrors::one("amount", Rule::NotAnAmount)))?;
    let (order, amount) = match request.item_id {
        Some(item) => {
            let (order, value) = refund_line(tx, actor, order, item, &payment, &reason, now).await?;
            (order, asked.unwrap_or_else(|| std::cmp::min(value, left)))
        }
        None => (order, asked.unwrap_or(left)),
    };
    if !(1..=left).contains(&amount) {
        return Err(OrderError::Conflict(format!(
            "{} of the payment is left to give back",
            Money::new(left, currency)
        )));
    }
    give_back(tx, actor, &order, &payment, request.item_id, amount, &reason, now).await?;
    Ok(order)
}

/// Ends the line's life and takes the order where that brings it; says what the line cost in the payment's currency.
async fn refund_line(
    tx: &impl Bookkeeper,
    actor: &Actor,
    order: order::Model,
    item_id: ItemId,
    payment: &payment::Model,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<(order::Model, i64), OrderError> {
    let mut all = tx
        .all(item::Entity::find().filter(item::Column::OrderId.eq(order.id)))
        .await?;
    let line = all
        .iter_mut()
        .find(|line| line.id == item_id.0)
        .ok_or(OrderError::NotFound)?;
    let facts = views::item_facts(line, &order);
    let to = lines::next(facts, ItemMove::Refund, Side::Staff).ok_or_else(|| OrderError::ItemMoveNotAllowed {
        item: line.id,
        from: facts.status,
        step: ItemMove::Refund,
        possible: lines::possible(facts, Side::Staff),
    })?;
    let value = line_value(tx, &order, line, payment).await?;
    let update = item::Entity::update_many()
        .col_expr(item::Column::Status, Expr::value(to.as_str()))
        .col_expr(item::Column::RefundedMinor, Expr::value(value))
        .col_expr(item::Column::Version, Expr::col(item::Column::Version).add(1))
        .col_expr(item::Column::UpdatedAt, Expr::value(now))
        .filter(item::Column::Id.eq(line.id));
    tx.update_count(update).await?;
    to.as_str().clone_into(&mut line.status);
    let step = Event::step(ItemMove::Refund, line.id, &line.title, Some(reason.to_owned()));
    let statuses: Vec<ItemStatus> = all.iter().map(|line| views::item_status(&line.status)).collect();
    let (order, steps) = moves::follow(tx, actor, order, &statuses, now).await?;
    let events = std::iter::once(step)
        .chain(steps)
        .map(|event| (&order, event))
        .collect();
    history::write_all(tx, actor, events, now).await?;
    Ok((order, value))
}

/// What a line cost: its pieces at the price that counts, in the currency that was paid, at the rate that was promised.
async fn line_value(
    rows: &impl Rows,
    order: &order::Model,
    line: &item::Model,
    payment: &payment::Model,
) -> Result<i64, OrderError> {
    let price = views::effective_price(line);
    let cost = price
        .times(views::effective_quantity(line).into())
        .unwrap_or(Money::zero(price.currency));
    let paid_in = views::currency(&payment.currency);
    if cost.currency == paid_in {
        return Ok(cost.minor);
    }
    let quote = calculation::named(rows, order).await?;
    let rate = quote
        .and_then(|quote| Rate::parse(&quote.rate).ok())
        .unwrap_or_default();
    Ok(rate.convert(cost, paid_in).map_or(0, |money| money.minor))
}

#[expect(clippy::too_many_arguments, reason = "a refund has as many facts")]
async fn give_back(
    tx: &impl Bookkeeper,
    actor: &Actor,
    order: &order::Model,
    payment: &payment::Model,
    item: Option<ItemId>,
    amount_minor: i64,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<(), OrderError> {
    let refund = payments::refund(tx, payment, mover(order, actor), item, amount_minor, reason, now).await?;
    let Some(refund) = refund else {
        return Ok(());
    };
    let amount = Money::new(refund.amount_minor, views::currency(&refund.currency));
    let event = Event {
        reason: Some(reason.to_owned()),
        ..Event::changed(
            HistoryEvent::Refunded,
            refund.item_id,
            "",
            vec![changes::set(ChangedField::Refund, FieldValue::Amount(amount))],
        )
    };
    history::write(tx, order, actor, event, now).await?;
    Ok(())
}

impl From<LedgerError> for OrderError {
    fn from(error: LedgerError) -> Self {
        match error {
            LedgerError::Insufficient(money) => Self::BalanceInsufficient(money),
            LedgerError::Database(error) => Self::Database(error),
            other => Self::Database(DbErr::Custom(other.to_string())),
        }
    }
}
