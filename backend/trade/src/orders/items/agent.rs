//! Changes of items by staff: the agent's price, quantity and measurements; splitting and merging.

use super::rules;
use crate::orders::{
    OrderError, card, field_changes,
    history::{self, Actor, Event},
    total, views,
};
use chrono::{DateTime, Utc};
use entities::{order, order_item as item};
use platform::scope::ScopedConnection;
use sea_orm::{
    ActiveValue::NotSet,
    IntoActiveModel, Set, UpdateMany,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{ItemId, OrderId},
    items::{AgentItemChange, ItemStatus, limits},
    orders::{HistoryEvent, OrderStatus},
};

/// Locks the order and reads the item. A draft counts as not found.
async fn lock_with_item(
    rows: &impl ScopedConnection,
    (order_id, item_id): (OrderId, ItemId),
) -> Result<(order::Model, item::Model), OrderError> {
    let order = card::lock(rows, order_id).await?;
    if order.status == OrderStatus::Draft {
        return Err(OrderError::NotFound);
    }
    let select = item::Entity::find_by_id(item_id).filter(item::Column::OrderId.eq(order_id.0));
    let item = rows.one(select).await?.ok_or(OrderError::NotFound)?;
    Ok((order, item))
}

/// Updates the fields that are present in `change`. Price and quantity can only be set while the order is submitted.
pub(super) async fn update(
    rows: &impl ScopedConnection,
    actor: &Actor,
    path: (OrderId, ItemId),
    change: &AgentItemChange,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<(item::Model, order::Model), OrderError> {
    let (order, item) = lock_with_item(rows, path).await?;
    if version.is_some_and(|version| version != item.version) {
        return Err(OrderError::Stale);
    }
    if (change.price.is_some() || change.quantity.is_some()) && order.status != OrderStatus::Submitted {
        return Err(OrderError::NotSubmitted(order.status));
    }
    let mut errors = FieldErrors::default();
    let update = build_update(&mut errors, &order, &item, change);
    errors.into_result(())?;
    let Some(update) = update else {
        return Ok((item, order));
    };
    let update = update
        .col_expr(item::Column::Version, Expr::col(item::Column::Version).add(1))
        .col_expr(item::Column::UpdatedAt, Expr::value(now))
        .filter(item::Column::Id.eq(item.id));
    let saved = rows.update(update).await?.pop().ok_or(OrderError::NotFound)?;
    let (order, kind) = if change.price.is_some() || change.quantity.is_some() {
        (total::update(rows, &order, now).await?, HistoryEvent::Priced)
    } else {
        (order, HistoryEvent::ItemChanged)
    };
    let changes = field_changes::diff_items(&item, &saved);
    let event = Event::fields_changed(kind, Some(saved.id), saved.title.clone(), changes);
    history::write(rows, &order, actor, event, now).await?;
    Ok((saved, order))
}

/// The update of the fields that differ; `None` if none does.
fn build_update(
    errors: &mut FieldErrors,
    order: &order::Model,
    item: &item::Model,
    change: &AgentItemChange,
) -> Option<UpdateMany<item::Entity>> {
    use item::Column;
    let (mut update, mut differs) = (item::Entity::update_many(), false);
    if change.price_per.is_some() && change.price.is_none() {
        errors.add("price", Rule::Required);
    }
    if let Some(text) = &change.price {
        let is_set = !text.0.trim().is_empty();
        let price = is_set.then(|| rules::parse_price(errors, &text.0, change.price_per, order.currency));
        let (minor, per) = price.map(|price| (price.price.minor, price.per)).unzip();
        differs |= (minor, per) != (item.agent_price_minor, item.agent_price_per);
        update = update
            .col_expr(Column::AgentPriceMinor, Expr::value(minor))
            .col_expr(Column::AgentPricePer, Expr::value(per))
            .col_expr(
                Column::AgentCurrency,
                Expr::value(price.map(|price| price.price.currency.code())),
            );
    }
    let mut number = |field: &'static str, column, requested: Option<i64>, current: Option<i64>, max| {
        let requested = requested?;
        errors.range(field, requested, 0, max);
        let value = (requested != 0).then_some(requested);
        (value != current).then_some((column, value))
    };
    let current_quantity = item.agent_quantity.map(i64::from);
    let numbers = [
        number(
            "quantity",
            Column::AgentQuantity,
            change.quantity,
            current_quantity,
            limits::QUANTITY,
        ),
        number(
            "weight_grams",
            Column::WeightGrams,
            change.weight_grams,
            item.weight_grams,
            limits::WEIGHT_GRAMS,
        ),
        number(
            "volume_cm3",
            Column::VolumeCm3,
            change.volume_cm3,
            item.volume_cm3,
            limits::VOLUME_CM3,
        ),
    ];
    for (column, value) in numbers.into_iter().flatten() {
        update = match column {
            Column::AgentQuantity => {
                update.col_expr(column, Expr::value(value.and_then(|value| i32::try_from(value).ok())))
            }
            _ => update.col_expr(column, Expr::value(value)),
        };
        differs = true;
    }
    let mut text = |field: &'static str, column, requested: &Option<String>, current: &Option<String>, max| {
        let value = errors.optional_text(field, Some(requested.as_deref()?), max);
        (value != *current).then_some((column, value))
    };
    let texts = [text(
        "comment",
        Column::AgentComment,
        &change.comment,
        &item.agent_comment,
        limits::COMMENT,
    )];
    let mut scanned = |field: &'static str, column, requested: &Option<String>, current: &Option<String>| {
        let value = errors.scanned_text(field, Some(requested.as_deref()?), limits::NUMBER);
        (value != *current).then_some((column, value))
    };
    let codes = [
        scanned(
            "domestic_track",
            Column::DomesticTrack,
            &change.domestic_track,
            &item.domestic_track,
        ),
        scanned("cell", Column::Cell, &change.cell, &item.cell),
    ];
    for (column, value) in texts.into_iter().chain(codes).flatten() {
        update = update.col_expr(column, Expr::value(value));
        differs = true;
    }
    differs.then_some(update)
}

/// Whether items in this status can be split or merged.
fn can_split_or_merge(status: ItemStatus) -> bool {
    !matches!(
        status,
        ItemStatus::Packed | ItemStatus::Shipped | ItemStatus::Accepted | ItemStatus::Refunded
    )
}

/// Splits an item: moves `quantity` pieces to a new item in the same status.
///
/// The price of a quoted order does not change, so an item can be split after the quote. Before it, the parts of a price of several
/// pieces are rounded on their own.
pub(super) async fn split(
    rows: &impl ScopedConnection,
    actor: &Actor,
    path: (OrderId, ItemId),
    quantity: i64,
    now: DateTime<Utc>,
) -> Result<(item::Model, order::Model), OrderError> {
    let (order, item) = lock_with_item(rows, path).await?;
    if !can_split_or_merge(item.status) {
        return Err(OrderError::NotSplittable(item.status));
    }
    // Refunded pieces stay with the item.
    let total = views::expected_quantity(&item);
    let mut errors = FieldErrors::default();
    errors.range("quantity", quantity, 1, i64::from(total) - 1);
    errors.into_result(())?;
    let moved = i32::try_from(quantity).unwrap_or(1);
    let kept = total - moved;
    // Each item has at least one piece of the client; the agent's quantity makes up the difference.
    let client_quantity = Ord::max(Ord::min(moved, item.quantity - 1), 1);
    let new = item::ActiveModel {
        id: NotSet,
        quantity: Set(client_quantity),
        agent_quantity: Set(item.agent_quantity.map(|_| moved)),
        // Pieces that did not come are split off first.
        counted_quantity: Set(item.counted_quantity.map(|counted| Ord::max(counted - kept, 0))),
        refunded_minor: Set(0),
        refunded_quantity: Set(0),
        weight_grams: Set(None),
        volume_cm3: Set(None),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        ..item.clone().into_active_model().reset_all()
    };
    let new = rows.insert(new).await?;
    let update = item::Entity::update_many()
        .col_expr(
            item::Column::Quantity,
            Expr::value(Ord::max(item.quantity - client_quantity, 1)),
        )
        .col_expr(
            item::Column::AgentQuantity,
            Expr::value(item.agent_quantity.map(|quantity| quantity - moved)),
        )
        .col_expr(
            item::Column::CountedQuantity,
            Expr::value(item.counted_quantity.map(|counted| Ord::min(counted, kept))),
        )
        .col_expr(item::Column::WeightGrams, Expr::value(None::<i64>))
        .col_expr(item::Column::VolumeCm3, Expr::value(None::<i64>))
        .col_expr(item::Column::Version, Expr::col(item::Column::Version).add(1))
        .col_expr(item::Column::UpdatedAt, Expr::value(now))
        .filter(item::Column::Id.eq(item.id));
    rows.update_count(update).await?;
    let order = adjust_items_count(rows, &order, 1, now).await?;
    let event = Event::new(
        HistoryEvent::ItemAdded,
        Some(new.id),
        format!("{} ({total} = {kept} + {moved})", new.title),
    );
    history::write(rows, &order, actor, event, now).await?;
    Ok((new, order))
}

/// Merges items into the first one. They must be the same product at the same price in the same status.
pub(super) async fn merge(
    rows: &impl ScopedConnection,
    actor: &Actor,
    order_id: OrderId,
    ids: &[ItemId],
    now: DateTime<Utc>,
) -> Result<(item::Model, order::Model), OrderError> {
    let mut unique = ids.to_vec();
    unique.sort_unstable();
    unique.dedup();
    if unique.len() < 2 || unique.len() != ids.len() || unique.len() > limits::MOVED {
        return Err(FieldErrors::single("items", Rule::OutOfRange(2, 500)).into());
    }
    let order = card::lock(rows, order_id).await?;
    if order.status == OrderStatus::Draft {
        return Err(OrderError::NotFound);
    }
    let select = item::Entity::find()
        .filter(item::Column::OrderId.eq(order_id.0))
        .filter(rows.id_in(item::Column::Id, unique.clone()));
    let items = rows.all(select).await?;
    let first = *ids.first().ok_or(OrderError::NotFound)?;
    let first = items.iter().find(|item| item.id == first).ok_or(OrderError::NotFound)?;
    if items.len() != unique.len() {
        return Err(OrderError::NotFound);
    }
    let is_refunded = |item: &item::Model| item.refunded_quantity > 0 || item.refunded_minor > 0;
    if !can_split_or_merge(first.status) || items.iter().any(|item| is_refunded(item) || !is_mergeable(item, first)) {
        return Err(OrderError::NotMergeable);
    }
    let sum = |value: fn(&item::Model) -> Option<i64>| items.iter().map(value).sum::<Option<i64>>();
    let to_i32 = |number: Option<i64>| number.and_then(|number| i32::try_from(number).ok());
    let quantity = to_i32(sum(|item| Some(item.quantity.into())))
        .filter(|quantity| i64::from(*quantity) <= limits::QUANTITY)
        .ok_or(OrderError::MergedQuantityTooLarge(limits::QUANTITY))?;
    let update = item::Entity::update_many()
        .col_expr(item::Column::Quantity, Expr::value(quantity))
        .col_expr(
            item::Column::AgentQuantity,
            Expr::value(to_i32(sum(|item| item.agent_quantity.map(i64::from)))),
        )
        .col_expr(
            item::Column::CountedQuantity,
            Expr::value(to_i32(sum(|item| item.counted_quantity.map(i64::from)))),
        )
        .col_expr(item::Column::WeightGrams, Expr::value(sum(|item| item.weight_grams)))
        .col_expr(item::Column::VolumeCm3, Expr::value(sum(|item| item.volume_cm3)))
        .col_expr(item::Column::Version, Expr::col(item::Column::Version).add(1))
        .col_expr(item::Column::UpdatedAt, Expr::value(now))
        .filter(item::Column::Id.eq(first.id));
    let removed: Vec<ItemId> = unique.into_iter().filter(|id| *id != first.id).collect();
    let difference = -i32::try_from(removed.len()).unwrap_or(0);
    crate::orders::services::order_effects::move_to_item(rows, &removed, first.id).await?;
    rows.delete_where(item::Entity::delete_many().filter(item::Column::Id.is_in(removed)))
        .await?;
    let saved = rows.update(update).await?.pop().ok_or(OrderError::NotFound)?;
    let order = adjust_items_count(rows, &order, difference, now).await?;
    let changes = field_changes::diff_items(first, &saved);
    let event = Event::fields_changed(HistoryEvent::ItemChanged, Some(saved.id), saved.title.clone(), changes);
    let removals = items.iter().filter(|item| item.id != saved.id);
    let removals = removals.map(|item| Event::new(HistoryEvent::ItemRemoved, Some(item.id), item.title.clone()));
    let events = std::iter::once(event)
        .chain(removals)
        .map(|event| (&order, event))
        .collect();
    history::write_all(rows, actor, events, now).await?;
    Ok((saved, order))
}

fn is_mergeable(item: &item::Model, other: &item::Model) -> bool {
    let key = |item: &item::Model| {
        (
            item.group_id,
            item.url.clone(),
            item.variant.clone(),
            item.sku_id.clone(),
            item.status,
            views::effective_price(item),
            (item.price_minor, item.price_per),
            item.currency,
            item.agent_quantity.is_some(),
            item.domestic_track.clone(),
        )
    };
    key(item) == key(other)
}

/// Adds `difference` to the order's item count, and recalculates the total of an order without a quote.
async fn adjust_items_count(
    rows: &impl ScopedConnection,
    order: &order::Model,
    difference: i32,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let update = total::recalculate(order::Entity::update_many())
        .col_expr(
            order::Column::ItemsCount,
            Expr::col(order::Column::ItemsCount).add(difference),
        )
        .col_expr(order::Column::Version, Expr::col(order::Column::Version).add(1))
        .col_expr(order::Column::UpdatedAt, Expr::value(now))
        .filter(order::Column::Id.eq(order.id));
    rows.update(update).await?.pop().ok_or(OrderError::NotFound)
}
