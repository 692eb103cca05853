//! The agent names the price: pricing is opened, numbers are set, the quote keeps them as they are.

use super::{
    OrderError, calculation, card, change, changes, delivery,
    entity::{group, item, order, quote},
    history::{self, Actor, Event},
    moves, views,
};
use crate::{platform::scope::Rows, rates::Rates, services::with_order as services};
use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::NotSet,
    Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{GroupId, OrderId},
    items::{ItemStatus, limits},
    money::{Currency, Money, PriceText},
    orders::{
        ChangedField, DeliveryChoice, FieldValue, HistoryEvent, OrderMove, OrderStatus, QuoteRequest, Side, lifecycle,
    },
};

/// Longest word to the client, in characters.
const COMMENT: usize = 2000;

/// Locks an order that is being priced, and opens the pricing if it was not.
pub(crate) async fn open(
    rows: &impl Rows,
    actor: &Actor,
    id: OrderId,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let order = card::lock(rows, id).await?;
    let status = views::status(&order.status);
    if status == OrderStatus::Draft {
        return Err(OrderError::NotFound);
    }
    if status != OrderStatus::Submitted {
        return Err(moves::refused(&order, OrderMove::Quote, Side::Staff));
    }
    if order.pricing_opened_at.is_some() {
        return Ok(order);
    }
    let update = order::Entity::update_many()
        .col_expr(order::Column::PricingOpenedAt, Expr::value(now))
        .col_expr(order::Column::UnreadByAgent, Expr::value(false))
        .col_expr(order::Column::Version, Expr::col(order::Column::Version).add(1))
        .col_expr(order::Column::UpdatedAt, Expr::value(now))
        .filter(order::Column::Id.eq(id.0));
    let order = rows.update(update).await?.pop().ok_or(OrderError::NotFound)?;
    history::write(rows, &order, actor, Event::of(HistoryEvent::Priced, None, ""), now).await?;
    Ok(order)
}

/// Sets the domestic shipping of a shop.
pub(super) async fn change_group(
    rows: &impl Rows,
    actor: &Actor,
    (id, group_id): (OrderId, GroupId),
    domestic: &PriceText,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let order = open(rows, actor, id, now).await?;
    let mut errors = FieldErrors::default();
    let currency = views::currency(&order.currency);
    let minor = match Money::parse(&domestic.0, currency) {
        Ok(money) if (0..=limits::PRICE_MINOR).contains(&money.minor) => money.minor,
        Ok(_) => {
            errors.add("domestic", Rule::OutOfRange(0, limits::PRICE_MINOR / 100));
            0
        }
        Err(_) => {
            errors.add("domestic", Rule::NotAnAmount);
            0
        }
    };
    errors.or(())?;
    let update = group::Entity::update_many()
        .col_expr(group::Column::DomesticMinor, Expr::value(minor))
        .col_expr(group::Column::UpdatedAt, Expr::value(now))
        .filter(group::Column::Id.eq(group_id.0))
        .filter(group::Column::OrderId.eq(id.0));
    let group = rows.update(update).await?.pop().ok_or(OrderError::NotFound)?;
    let amount = FieldValue::Amount(Money::new(minor, currency));
    let changes = vec![changes::set(ChangedField::Domestic, amount)];
    let event = Event::changed(HistoryEvent::Priced, None, group.shop_name, changes);
    history::write(rows, &order, actor, event, now).await?;
    Ok(order)
}

/// Sets by what the order is to be delivered.
pub(super) async fn choose_delivery(
    rows: &impl Rows,
    actor: &Actor,
    id: OrderId,
    wanted: &DeliveryChoice,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let order = open(rows, actor, id, now).await?;
    let update = order::Entity::update_many()
        .col_expr(order::Column::Version, Expr::col(order::Column::Version).add(1))
        .col_expr(order::Column::UpdatedAt, Expr::value(now))
        .filter(order::Column::Id.eq(id.0));
    let update = delivery::choose(update, &order, wanted);
    let saved = rows.update(update).await?.pop().ok_or(OrderError::NotFound)?;
    delivery::check(&saved, wanted)?;
    change::record(rows, actor, &order, &saved, now).await?;
    Ok(saved)
}

/// Names the price: lines nobody decided on are approved, and all numbers are kept as they are now.
pub(crate) async fn quote(
    rows: &impl Rows,
    actor: &Actor,
    id: OrderId,
    request: &QuoteRequest,
    rates: Rates,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let mut errors = FieldErrors::default();
    let comment = errors.text("comment", request.comment.as_deref().unwrap_or_default(), COMMENT);
    if request.rate.is_some_and(|rate| rate.millionths() == 0) {
        errors.add("rate", Rule::OutOfRange(1, 1_000_000));
    }
    errors.or(())?;
    let order = open(rows, actor, id, now).await?;
    if lifecycle::next(views::facts(&order), OrderMove::Quote, Side::Staff).is_none() {
        return Err(moves::refused(&order, OrderMove::Quote, Side::Staff));
    }
    let lines = card::lines(rows, order.id).await?;
    let own = views::currency(&order.currency);
    let rates = match request.rate {
        Some(rate) if own != Currency::Rub => rates.with(own, rate, "manual"),
        _ => rates,
    };
    let (rate, source) = rates.named(own).ok_or(OrderError::RateStale)?;
    let services = services::quote(rows, &order, calculation::live(&lines)).await?;
    let calculation = calculation::priced(rows, &order, &lines, services, &rates).await?;
    if calculation.left_out > 0 {
        return Err(OrderError::NotPriced(calculation.left_out));
    }
    let due_rub = calculation.due_rub.ok_or(OrderError::RateStale)?;
    if calculation.due.minor == 0 || due_rub.minor == 0 {
        return Err(OrderError::NotPriced(0));
    }
    approve_rest(rows, &lines, now).await?;
    let row = quote::ActiveModel {
        id: NotSet,
        agent_id: Set(order.agent_id),
        client_id: Set(order.client_id),
        order_id: Set(order.id),
        calculation: Set(serde_json::to_string(&calculation).map_err(|error| DbErr::Json(error.to_string()))?),
        due_minor: Set(calculation.due.minor),
        currency: Set(order.currency.clone()),
        due_rub_minor: Set(due_rub.minor),
        rate: Set(rate.to_string()),
        rate_source: Set(source),
        comment: Set(comment),
        actor_user_id: Set(actor.user_id),
        created_at: Set(now),
    };
    let quote = rows.insert(row).await?;
    moves::apply(rows, actor, &order, OrderMove::Quote, Some(quote.id), None, now).await
}

/// What nobody refused will be bought.
async fn approve_rest(rows: &impl Rows, lines: &calculation::Lines, now: DateTime<Utc>) -> Result<(), OrderError> {
    let undecided: Vec<i64> = lines
        .iter()
        .filter(|(line, _)| views::item_status(&line.status) == ItemStatus::New)
        .map(|(line, _)| line.id)
        .collect();
    if undecided.is_empty() {
        return Ok(());
    }
    let update = item::Entity::update_many()
        .col_expr(item::Column::Status, Expr::value(ItemStatus::Approved.as_str()))
        .col_expr(item::Column::Version, Expr::col(item::Column::Version).add(1))
        .col_expr(item::Column::UpdatedAt, Expr::value(now))
        .filter(item::Column::Id.is_in(undecided));
    rows.update_count(update).await?;
    Ok(())
}

/// The agent expects a self-buyout: lines nobody decided on are approved.
pub(crate) async fn expect(
    rows: &impl Rows,
    actor: &Actor,
    id: OrderId,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let order = moves::make(rows, actor, id, OrderMove::Expect, None, now).await?;
    approve_rest(rows, &card::lines(rows, order.id).await?, now).await?;
    Ok(order)
}
