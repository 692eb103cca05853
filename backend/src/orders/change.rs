//! Kind, title, destination and delivery of a draft.

use super::{
    OrderError, card, changes, create, delivery,
    entity::{item, order},
    history::{self, Actor, Event},
    search, views,
};
use crate::platform::scope::Rows;
use chrono::{DateTime, Utc};
use sea_orm::{
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::FieldErrors,
    id::OrderId,
    orders::{HistoryEvent, OrderChange, limits},
};

/// Changes what is present in `change`; a version that is not the order's is refused.
pub(super) async fn change(
    rows: &impl Rows,
    actor: &Actor,
    client_name: &str,
    id: OrderId,
    change: OrderChange,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let order = card::lock(rows, id).await?;
    if !views::status(&order.status).is_editable_by_client() {
        return Err(OrderError::NotDraft(views::status(&order.status)));
    }
    if version.is_some_and(|version| version != order.version) {
        return Err(OrderError::Stale);
    }
    let mut errors = FieldErrors::default();
    let title = change
        .title
        .as_deref()
        .map(|title| errors.text("title", title, limits::TITLE));
    let country = change
        .destination_country
        .as_deref()
        .map(|country| create::country(&mut errors, Some(country)));
    let city = change
        .destination_city
        .as_deref()
        .map(|city| errors.optional_text("destination_city", Some(city), limits::CITY));
    errors.or(())?;
    let mut touched = false;
    let mut update = order::Entity::update_many().filter(order::Column::Id.eq(id.0));
    if let Some(title) = title.filter(|title| *title != order.title) {
        let lines = rows
            .all(item::Entity::find().filter(item::Column::OrderId.eq(id.0)))
            .await?;
        let text = search_text(&order.number, &title, client_name, &lines);
        update = update
            .col_expr(order::Column::Title, Expr::value(title))
            .col_expr(order::Column::SearchText, Expr::value(text));
        touched = true;
    }
    if let Some(country) = country.filter(|country| *country != order.destination_country) {
        update = update.col_expr(order::Column::DestinationCountry, Expr::value(country));
        touched = true;
    }
    if let Some(city) = city.filter(|city| *city != order.destination_city) {
        update = update.col_expr(order::Column::DestinationCity, Expr::value(city));
        touched = true;
    }
    if let Some(kind) = change.order_type.filter(|kind| kind.as_str() != order.order_type) {
        create::offered(rows, kind).await?;
        update = update.col_expr(order::Column::OrderType, Expr::value(kind.as_str()));
        touched = true;
    }
    let wanted = change.delivery.unwrap_or_default();
    if change.delivery.is_some() {
        update = delivery::choose(update, &order, &wanted);
        touched = true;
    }
    if !touched {
        return Ok(order);
    }
    let update = update
        .col_expr(order::Column::Version, Expr::col(order::Column::Version).add(1))
        .col_expr(order::Column::LastActivityAt, Expr::value(now))
        .col_expr(order::Column::UpdatedAt, Expr::value(now));
    let saved = rows.update(update).await?.pop().ok_or(OrderError::NotFound)?;
    delivery::check(&saved, &wanted)?;
    record(rows, actor, &order, &saved, now).await?;
    Ok(saved)
}

/// Writes down what a change of the order itself made different.
pub(super) async fn record(
    rows: &impl Rows,
    actor: &Actor,
    before: &order::Model,
    after: &order::Model,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let changes = changes::of_order(before, after);
    if changes.is_empty() {
        return Ok(());
    }
    let event = Event::changed(HistoryEvent::Changed, None, "", changes);
    history::write(rows, after, actor, event, now).await
}

/// The text an order is found by, made anew from all its parts.
pub fn search_text(number: &str, title: &str, client_name: &str, lines: &[item::Model]) -> String {
    let of_lines = lines
        .iter()
        .map(|line| search::of_item(&line.title, line.variant.as_deref(), line.external_id.as_deref()));
    search::joined(search::of_order(number, title, client_name), of_lines)
}
