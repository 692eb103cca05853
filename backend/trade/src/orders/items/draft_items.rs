//! Editing and removing items of a draft. The order's totals are recalculated from all its items.

use super::{capture, rules, totals::Totals};
use crate::orders::{
    OrderError, field_changes,
    history::{self, Actor, Event},
    index_text::{ShopNames, search_text, split_shop_names},
    item_rows, views,
};
use chrono::{DateTime, Utc};
use entities::{order, order_item as item};
use platform::scope::ScopedConnection;
use sea_orm::{
    QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{ItemId, OrderId},
    items::{ItemChange, limits},
    orders::{HistoryEvent, OrderStatus, Side},
};

/// A locked order with its items, oldest first, and the names of their shops.
#[derive(Clone, Debug)]
pub(super) struct LockedDraft {
    pub(super) order: order::Model,
    pub(super) items: Vec<item::Model>,
    pub(super) shops: ShopNames,
}

/// Fails unless a side may add items to the order: clients to a draft, staff to a submitted order.
pub fn ensure_open(order: &order::Model, side: Side) -> Result<(), OrderError> {
    match (side, order.status) {
        (Side::Client, status) if status.is_editable_by_client() => Ok(()),
        (Side::Client, status) => Err(OrderError::NotDraft(status)),
        (Side::Staff | Side::System, OrderStatus::Submitted) => Ok(()),
        // Staff don't see drafts.
        (Side::Staff | Side::System, OrderStatus::Draft) => Err(OrderError::NotFound),
        (Side::Staff | Side::System, status) => Err(OrderError::NotSubmitted(status)),
    }
}

/// Locks a draft and reads its items.
pub(super) async fn lock_draft(rows: &impl ScopedConnection, id: OrderId) -> Result<LockedDraft, OrderError> {
    lock_open(rows, Side::Client, id).await
}

/// Locks an order that the side may add items to, and reads its items.
pub(super) async fn lock_open(
    rows: &impl ScopedConnection,
    side: Side,
    id: OrderId,
) -> Result<LockedDraft, OrderError> {
    let order = rows
        .one(order::Entity::find_by_id(id).lock_exclusive())
        .await?
        .ok_or(OrderError::NotFound)?;
    ensure_open(&order, side)?;
    let (items, shops) = split_shop_names(item_rows::items_with_groups(rows, id).await?);
    Ok(LockedDraft { order, items, shops })
}

/// Updates the fields of an item that are present in `change`. Fails with [`OrderError::Stale`] if `version` is not the current
/// one.
pub(super) async fn update(
    rows: &impl ScopedConnection,
    actor: &Actor,
    client_name: &str,
    (order_id, item_id): (OrderId, ItemId),
    change: ItemChange,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<(item::Model, order::Model), OrderError> {
    let mut draft = lock_draft(rows, order_id).await?;
    let item = draft
        .items
        .iter_mut()
        .find(|item| item.id == item_id)
        .ok_or(OrderError::NotFound)?;
    if version.is_some_and(|version| version != item.version) {
        return Err(OrderError::Stale);
    }
    let mut changed = apply_change(item, change)?;
    capture::follow_change(item, &mut changed)?;
    let differences = field_changes::diff_items(item, &changed);
    if differences.is_empty() {
        return Ok((changed, draft.order));
    }
    let update = item::Entity::update_many()
        .col_expr(item::Column::Title, Expr::value(changed.title.clone()))
        .col_expr(item::Column::Url, Expr::value(changed.url.clone()))
        .col_expr(item::Column::PriceMinor, Expr::value(changed.price_minor))
        .col_expr(item::Column::PricePer, Expr::value(changed.price_per))
        .col_expr(item::Column::Currency, Expr::value(changed.currency))
        .col_expr(item::Column::PriceUncertain, Expr::value(changed.price_uncertain))
        .col_expr(item::Column::Quantity, Expr::value(changed.quantity))
        .col_expr(item::Column::ImageUrl, Expr::value(changed.image_url.clone()))
        .col_expr(item::Column::Variant, Expr::value(changed.variant.clone()))
        .col_expr(item::Column::Comment, Expr::value(changed.comment.clone()))
        .col_expr(item::Column::Options, Expr::value(changed.options.clone()))
        .col_expr(item::Column::SkuId, Expr::value(changed.sku_id.clone()))
        .col_expr(item::Column::Images, Expr::value(changed.images.clone()))
        .col_expr(item::Column::PriceSource, Expr::value(changed.price_source.clone()))
        .col_expr(item::Column::Uncertain, Expr::value(changed.uncertain.clone()))
        .col_expr(item::Column::Corrected, Expr::value(changed.corrected.clone()))
        .col_expr(item::Column::Version, Expr::col(item::Column::Version).add(1))
        .col_expr(item::Column::UpdatedAt, Expr::value(now))
        .filter(item::Column::Id.eq(item_id.0));
    let saved = rows.update(update).await?.pop().ok_or(OrderError::NotFound)?;
    *item = saved.clone();
    recalculate_order(rows, &draft, client_name, now).await?;
    let event = Event::fields_changed(
        HistoryEvent::ItemChanged,
        Some(saved.id),
        saved.title.clone(),
        differences,
    );
    history::write(rows, &draft.order, actor, event, now).await?;
    Ok((saved, draft.order))
}

/// Removes an item from a draft.
pub(super) async fn remove(
    rows: &impl ScopedConnection,
    actor: &Actor,
    client_name: &str,
    (order_id, item_id): (OrderId, ItemId),
    now: DateTime<Utc>,
) -> Result<(), OrderError> {
    let mut draft = lock_draft(rows, order_id).await?;
    let index = draft
        .items
        .iter()
        .position(|item| item.id == item_id)
        .ok_or(OrderError::NotFound)?;
    let removed = draft.items.remove(index);
    rows.delete_where(item::Entity::delete_many().filter(item::Column::Id.eq(removed.id)))
        .await?;
    recalculate_order(rows, &draft, client_name, now).await?;
    history::write(
        rows,
        &draft.order,
        actor,
        Event::new(HistoryEvent::ItemRemoved, Some(removed.id), removed.title),
        now,
    )
    .await?;
    Ok(())
}

/// Validates the change and returns the changed item.
fn apply_change(item: &item::Model, change: ItemChange) -> Result<item::Model, FieldErrors> {
    let mut errors = FieldErrors::default();
    let mut new = item.clone();
    if let Some(title) = &change.title {
        new.title = errors.required_text("title", title, limits::TITLE);
    }
    if let Some(url) = &change.url {
        new.url = errors.url("url", url, limits::URL);
    }
    if (change.currency.is_some() || change.price_per.is_some()) && change.price.is_none() {
        errors.add("price", Rule::Required);
    }
    if let Some(price) = &change.price {
        let currency = change.currency.unwrap_or(item.currency);
        let price = rules::parse_price(&mut errors, &price.0, change.price_per, currency);
        new.price_minor = price.price.minor;
        new.price_per = price.per;
        new.currency = price.price.currency;
        new.price_uncertain = false;
    }
    if let Some(quantity) = change.quantity {
        new.quantity = rules::check_quantity(&mut errors, quantity);
    }
    if let Some(image) = &change.image_url {
        new.image_url = errors.optional_url("image_url", Some(image), limits::URL);
    }
    if let Some(variant) = &change.variant {
        new.variant = errors.optional_text("variant", Some(variant), limits::VARIANT);
    }
    if let Some(comment) = &change.comment {
        new.comment = errors.text("comment", comment, limits::COMMENT);
    }
    errors.into_result(new)
}

/// Writes totals and search text of the order, recalculated from its items.
pub(super) async fn recalculate_order(
    rows: &impl ScopedConnection,
    draft: &LockedDraft,
    client_name: &str,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let LockedDraft { order, items, shops } = draft;
    let values = items
        .iter()
        .map(|item| item.status.is_live().then(|| views::effective_value(item)));
    let totals = Totals::calculate(values, order.currency);
    let text = search_text(&order.number, &order.title, client_name, items, shops);
    let update = order::Entity::update_many()
        .col_expr(order::Column::TotalMinor, Expr::value(totals.minor))
        .col_expr(order::Column::ItemsCount, Expr::value(totals.count))
        .col_expr(order::Column::MixedCurrencies, Expr::value(totals.mixed))
        .col_expr(order::Column::SearchText, Expr::value(text))
        .col_expr(order::Column::Version, Expr::col(order::Column::Version).add(1))
        .col_expr(order::Column::LastActivityAt, Expr::value(now))
        .col_expr(order::Column::UpdatedAt, Expr::value(now))
        .filter(order::Column::Id.eq(order.id));
    rows.update_count(update).await.map(drop)
}
