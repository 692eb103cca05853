//! Editing a draft: type, title, destination and delivery.

use super::{
    OrderError, card, create, delivery,
    history::{Actor, record_changes},
    index_text::{search_text, split_shop_names},
    item_rows, recipient,
};
use chrono::{DateTime, Utc};
use entities::order;
use platform::scope::ScopedConnection;
use sea_orm::{
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::FieldErrors,
    id::OrderId,
    orders::{OrderChange, limits},
};

/// Updates the fields that are present in `change`. Fails with [`OrderError::Stale`] if `version` is not the current one.
pub(super) async fn update(
    rows: &impl ScopedConnection,
    actor: &Actor,
    client_name: &str,
    id: OrderId,
    change: OrderChange,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let order = card::lock(rows, id).await?;
    if !order.status.is_editable_by_client() {
        return Err(OrderError::NotDraft(order.status));
    }
    if version.is_some_and(|version| version != order.version) {
        return Err(OrderError::Stale);
    }
    let mut errors = FieldErrors::default();
    let title = change
        .title
        .as_deref()
        .map(|title| errors.text("title", title, limits::TITLE));
    let comment = change
        .comment
        .as_deref()
        .map(|comment| errors.text("comment", comment, limits::COMMENT));
    let country = change
        .destination_country
        .as_deref()
        .map(|country| create::parse_country(&mut errors, Some(country)));
    let city = change
        .destination_city
        .as_deref()
        .map(|city| errors.optional_text("destination_city", Some(city), limits::CITY));
    errors.into_result(())?;
    let mut is_changed = false;
    let mut update = order::Entity::update_many().filter(order::Column::Id.eq(id.0));
    if let Some(title) = title.filter(|title| *title != order.title) {
        let (items, shops) = split_shop_names(item_rows::items_with_groups(rows, id).await?);
        let text = search_text(&order.number, &title, client_name, &items, &shops);
        update = update
            .col_expr(order::Column::Title, Expr::value(title))
            .col_expr(order::Column::SearchText, Expr::value(text));
        is_changed = true;
    }
    if let Some(comment) = comment.filter(|comment| *comment != order.comment) {
        update = update.col_expr(order::Column::Comment, Expr::value(comment));
        is_changed = true;
    }
    let mut snapshot = order.recipient.as_deref();
    if let Some(country) = country.filter(|country| *country != order.destination_country) {
        update = update.col_expr(order::Column::DestinationCountry, Expr::value(country));
        (snapshot, is_changed) = (None, true);
    }
    if let Some(city) = city.filter(|city| *city != order.destination_city) {
        update = update.col_expr(order::Column::DestinationCity, Expr::value(city));
        (snapshot, is_changed) = (None, true);
    }
    if snapshot.is_none() && order.recipient.is_some() {
        // The order goes to another place than its recipient's.
        update = update.col_expr(order::Column::Recipient, Expr::value(None::<String>));
    }
    if let Some(order_type) = change.order_type.filter(|order_type| *order_type != order.order_type) {
        create::ensure_offered(rows, order.client_id, order_type).await?;
        update = update.col_expr(order::Column::OrderType, Expr::value(order_type));
        is_changed = true;
    }
    let choice = change.delivery.unwrap_or_default();
    if change.delivery.is_some() {
        if let Some(Some(method)) = choice.delivery_method_id {
            recipient::ensure_complete(rows, method, snapshot).await?;
        }
        update = delivery::apply_choice(update, &order, &choice);
        is_changed = true;
    }
    if !is_changed {
        return Ok(order);
    }
    let update = update
        .col_expr(order::Column::Version, Expr::col(order::Column::Version).add(1))
        .col_expr(order::Column::LastActivityAt, Expr::value(now))
        .col_expr(order::Column::UpdatedAt, Expr::value(now));
    let saved = rows.update(update).await?.pop().ok_or(OrderError::NotFound)?;
    delivery::check_applied(&saved, &choice)?;
    record_changes(rows, actor, &order, &saved, now).await?;
    Ok(saved)
}
