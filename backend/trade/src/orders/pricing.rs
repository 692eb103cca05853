//! Pricing of an order by staff: open the pricing, set prices and delivery, create the quote.

use super::{
    OrderError, calculation, card, client_limits, delivery, deposit,
    distribution::{self, OrderSettings},
    field_changes,
    history::{self, Actor, Event},
    item_rows,
    quotes::{self, QuoteRate},
    services::order_effects as services,
    statuses, total, transitions, views,
};
use books::rates::Rates;
use chrono::{DateTime, Utc};
use entities::order_quote::QuoteRateSource;
use entities::{order, order_group as group, order_item as item};
use platform::scope::{LedgerAccess, ScopedConnection};
use sea_orm::{
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{GroupId, ItemId, OrderId},
    items::{ItemStatus, limits},
    money::{Currency, Money, PriceText},
    orders::{
        ChangedField, FieldValue, HistoryEvent, OrderDeliveryChange, OrderMove, OrderStatus, QuoteRequest, Side,
        lifecycle, limits::QUOTE_COMMENT,
    },
};

/// Locks a submitted order and opens its pricing, unless it is open already.
pub async fn open(
    rows: &impl ScopedConnection,
    actor: &Actor,
    id: OrderId,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let order = card::lock(rows, id).await?;
    open_locked(rows, actor, order, now).await
}

/// The same for an order that the caller has locked.
async fn open_locked(
    rows: &impl ScopedConnection,
    actor: &Actor,
    order: order::Model,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let status = order.status;
    if status == OrderStatus::Draft {
        return Err(OrderError::NotFound);
    }
    if status != OrderStatus::Submitted {
        return Err(statuses::not_allowed(&order, OrderMove::Quote, Side::Staff));
    }
    if order.pricing_opened_at.is_some() {
        return Ok(order);
    }
    let update = order::Entity::update_many()
        .col_expr(order::Column::PricingOpenedAt, Expr::value(now))
        .col_expr(order::Column::Version, Expr::col(order::Column::Version).add(1))
        .col_expr(order::Column::UpdatedAt, Expr::value(now))
        .filter(order::Column::Id.eq(order.id));
    let order = rows.update(update).await?.pop().ok_or(OrderError::NotFound)?;
    history::write(rows, &order, actor, Event::new(HistoryEvent::Priced, None, ""), now).await?;
    Ok(order)
}

/// Sets the cost of shipping within China for the items of one shop.
pub(super) async fn set_domestic_shipping(
    rows: &impl ScopedConnection,
    actor: &Actor,
    (id, group_id): (OrderId, GroupId),
    domestic: &PriceText,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let order = open(rows, actor, id, now).await?;
    let mut errors = FieldErrors::default();
    let currency = order.currency;
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
    errors.into_result(())?;
    let update = group::Entity::update_many()
        .col_expr(group::Column::DomesticMinor, Expr::value(minor))
        .col_expr(group::Column::UpdatedAt, Expr::value(now))
        .filter(group::Column::Id.eq(group_id.0))
        .filter(group::Column::OrderId.eq(id.0));
    let group = rows.update(update).await?.pop().ok_or(OrderError::NotFound)?;
    let order = total::update(rows, &order, now).await?;
    let amount = FieldValue::Amount(Money::new(minor, currency));
    let changes = vec![field_changes::set(ChangedField::Domestic, amount)];
    let event = Event::fields_changed(HistoryEvent::Priced, None, group.shop_name, changes);
    history::write(rows, &order, actor, event, now).await?;
    Ok(order)
}

/// Sets delivery method, packaging and insurance.
pub(super) async fn choose_delivery(
    rows: &impl ScopedConnection,
    actor: &Actor,
    id: OrderId,
    choice: &OrderDeliveryChange,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let order = open(rows, actor, id, now).await?;
    let update = order::Entity::update_many()
        .col_expr(order::Column::Version, Expr::col(order::Column::Version).add(1))
        .col_expr(order::Column::UpdatedAt, Expr::value(now))
        .filter(order::Column::Id.eq(id.0));
    let update = delivery::apply_choice(update, &order, choice);
    let saved = rows.update(update).await?.pop().ok_or(OrderError::NotFound)?;
    delivery::check_applied(&saved, choice)?;
    history::record_changes(rows, actor, &order, &saved, now).await?;
    Ok(saved)
}

/// Creates the quote. Approves the undecided items and stores the calculation with the rate. The part of the deposit that exceeds
/// the amount due is returned.
pub async fn quote(
    rows: &impl LedgerAccess,
    actor: &Actor,
    id: OrderId,
    request: &QuoteRequest,
    rates: Rates,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let mut errors = FieldErrors::default();
    let comment = errors.text("comment", request.comment.as_deref().unwrap_or_default(), QUOTE_COMMENT);
    if request.rate.is_some_and(|rate| rate.millionths() == 0) {
        errors.add("rate", Rule::OutOfRange(1, 1_000_000));
    }
    errors.into_result(())?;
    let (order, OrderSettings { limits, .. }) = distribution::lock_with_settings(rows, id).await?;
    let order = open_locked(rows, actor, order, now).await?;
    if lifecycle::resulting_status(views::order_facts(&order), OrderMove::Quote, Side::Staff).is_none() {
        return Err(statuses::not_allowed(&order, OrderMove::Quote, Side::Staff));
    }
    let items = item_rows::items_with_groups(rows, order.id).await?;
    let currency = order.currency;
    let rates = match request.rate {
        Some(rate) if currency != Currency::Rub => rates.with_rate(currency, rate, QuoteRateSource::Manual),
        _ => rates,
    };
    let (rate, source) = rates.rate_and_source(currency).ok_or(OrderError::RateStale)?;
    let services = services::mark_quoted(rows, &order, calculation::live_item_ids(&items)).await?;
    let calculation = calculation::calculate_order(rows, &order, &items, services, &rates).await?;
    if calculation.left_out > 0 {
        return Err(OrderError::NotPriced(calculation.left_out));
    }
    if request.amount.is_some_and(|seen| seen != calculation.due) {
        return Err(OrderError::AmountChanged(calculation.due));
    }
    let due_rub = calculation.due_rub.ok_or(OrderError::RateStale)?;
    if calculation.due.minor == 0 || due_rub.minor == 0 {
        return Err(OrderError::NothingToPay);
    }
    client_limits::ensure_sum(limits, Some(due_rub))?;
    client_limits::ensure_unpaid(rows, order.id, limits).await?;
    approve_undecided(rows, &items, now).await?;
    let order = deposit::cap(rows, actor, order, &calculation, now).await?;
    let rate = QuoteRate {
        rate,
        source,
        reference: rates.reference(currency),
    };
    let row = quotes::new_row(&order, calculation, rate, comment, actor, now)?;
    let quote = rows.insert(row).await?;
    transitions::apply(rows, actor, &order, OrderMove::Quote, Some(quote.id), None, now).await
}

/// Approves the items that were neither approved nor refused.
async fn approve_undecided(
    rows: &impl ScopedConnection,
    items: &calculation::ItemsWithGroups,
    now: DateTime<Utc>,
) -> Result<(), OrderError> {
    let undecided: Vec<ItemId> = items
        .iter()
        .filter(|(item, _)| item.status == ItemStatus::New)
        .map(|(item, _)| item.id)
        .collect();
    if undecided.is_empty() {
        return Ok(());
    }
    let update = item::Entity::update_many()
        .col_expr(item::Column::Status, Expr::value(ItemStatus::Approved))
        .col_expr(item::Column::Version, Expr::col(item::Column::Version).add(1))
        .col_expr(item::Column::UpdatedAt, Expr::value(now))
        .filter(item::Column::Id.is_in(undecided));
    rows.update_count(update).await?;
    Ok(())
}

/// Accepts a self-buyout: the agent expects its items at the warehouse. Approves the undecided items.
pub async fn expect_self_buyout(
    rows: &impl LedgerAccess,
    actor: &Actor,
    id: OrderId,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let order = transitions::perform(rows, actor, id, OrderMove::Expect, None, now).await?;
    approve_undecided(rows, &item_rows::items_with_groups(rows, order.id).await?, now).await?;
    Ok(order)
}
