//! The agent's own numbers of a line, beside the client's; lines split and merged.

use super::rules;
use crate::{
    orders::{
        OrderError, card, changes,
        entity::{item, order},
        history::{self, Actor, Event},
        views,
    },
    platform::scope::Rows,
};
use chrono::{DateTime, Utc};
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

/// The order, locked, with the line.
async fn open(
    rows: &impl Rows,
    (order_id, item_id): (OrderId, ItemId),
) -> Result<(order::Model, item::Model), OrderError> {
    let order = card::lock(rows, order_id).await?;
    if order.status == OrderStatus::Draft.as_str() {
        return Err(OrderError::NotFound);
    }
    let select = item::Entity::find_by_id(item_id.0).filter(item::Column::OrderId.eq(order_id.0));
    let line = rows.one(select).await?.ok_or(OrderError::NotFound)?;
    Ok((order, line))
}

/// Sets what is present; prices and pieces only while the order is being priced.
pub(super) async fn change(
    rows: &impl Rows,
    actor: &Actor,
    path: (OrderId, ItemId),
    change: &AgentItemChange,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<(item::Model, order::Model), OrderError> {
    let (order, line) = open(rows, path).await?;
    if version.is_some_and(|version| version != line.version) {
        return Err(OrderError::Stale);
    }
    if (change.price.is_some() || change.quantity.is_some()) && order.status != OrderStatus::Submitted.as_str() {
        return Err(OrderError::Conflict(format!(
            "prices and pieces are set while the order is submitted; it is {}",
            order.status
        )));
    }
    let mut errors = FieldErrors::default();
    let asked = applied(&mut errors, &order, &line, change);
    errors.or(())?;
    let Some(update) = asked else {
        return Ok((line, order));
    };
    let update = update
        .col_expr(item::Column::Version, Expr::col(item::Column::Version).add(1))
        .col_expr(item::Column::UpdatedAt, Expr::value(now))
        .filter(item::Column::Id.eq(line.id));
    let saved = rows.update(update).await?.pop().ok_or(OrderError::NotFound)?;
    let changes = changes::of_line(&line, &saved);
    let event = Event::changed(HistoryEvent::Priced, Some(saved.id), saved.title.clone(), changes);
    history::write(rows, &order, actor, event, now).await?;
    Ok((saved, order))
}

/// The statement that writes what differs; none when nothing does.
fn applied(
    errors: &mut FieldErrors,
    order: &order::Model,
    line: &item::Model,
    change: &AgentItemChange,
) -> Option<UpdateMany<item::Entity>> {
    use item::Column;
    let (mut update, mut differs) = (item::Entity::update_many(), false);
    if let Some(text) = &change.price {
        let currency = views::currency(&order.currency);
        let price = (!text.0.trim().is_empty()).then(|| rules::price(errors, &text.0, currency));
        differs |= price.map(|price| price.minor) != line.agent_price_minor;
        update = update
            .col_expr(Column::AgentPriceMinor, Expr::value(price.map(|price| price.minor)))
            .col_expr(
                Column::AgentCurrency,
                Expr::value(price.map(|price| price.currency.code())),
            );
    }
    let mut number = |field: &'static str, column, asked: Option<i64>, held: Option<i64>, most| {
        let asked = asked?;
        errors.range(field, asked, 0, most);
        let value = (asked != 0).then_some(asked);
        (value != held).then_some((column, value))
    };
    let pieces = line.agent_quantity.map(i64::from);
    let numbers = [
        number(
            "quantity",
            Column::AgentQuantity,
            change.quantity,
            pieces,
            limits::QUANTITY,
        ),
        number(
            "weight_grams",
            Column::WeightGrams,
            change.weight_grams,
            line.weight_grams,
            limits::WEIGHT_GRAMS,
        ),
        number(
            "volume_cm3",
            Column::VolumeCm3,
            change.volume_cm3,
            line.volume_cm3,
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
    let mut text = |field: &'static str, column, asked: &Option<String>, held: &Option<String>, most| {
        let value = errors.optional_text(field, Some(asked.as_deref()?), most);
        (value != *held).then_some((column, value))
    };
    let texts = [
        text(
            "comment",
            Column::AgentComment,
            &change.comment,
            &line.agent_comment,
            limits::COMMENT,
        ),
        text(
            "domestic_track",
            Column::DomesticTrack,
            &change.domestic_track,
            &line.domestic_track,
            limits::NUMBER,
        ),
        text("cell", Column::Cell, &change.cell, &line.cell, limits::NUMBER),
    ];
    for (column, value) in texts.into_iter().flatten() {
        update = update.col_expr(column, Expr::value(value));
        differs = true;
    }
    differs.then_some(update)
}

/// A state in which pieces of a line may go different ways.
fn may_part(status: ItemStatus) -> bool {
    !matches!(
        status,
        ItemStatus::Packed | ItemStatus::Shipped | ItemStatus::Accepted | ItemStatus::Refunded
    )
}

/// Moves some pieces to a line of their own, in the same state.
///
/// After the quote the sum stays what it was: pieces at the same price are only counted in two places.
pub(super) async fn split(
    rows: &impl Rows,
    actor: &Actor,
    path: (OrderId, ItemId),
    pieces: i64,
    now: DateTime<Utc>,
) -> Result<(item::Model, order::Model), OrderError> {
    let (order, line) = open(rows, path).await?;
    if !may_part(views::item_status(&line.status)) {
        return Err(OrderError::Conflict(format!(
            "a line that is {} is not split",
            line.status
        )));
    }
    let whole = views::effective_quantity(&line);
    let mut errors = FieldErrors::default();
    errors.range("quantity", pieces, 1, i64::from(whole) - 1);
    errors.or(())?;
    let apart = i32::try_from(pieces).unwrap_or(1);
    // The client's own number is parted as far as it goes; the agent's makes up the rest.
    let own = std::cmp::min(apart, line.quantity - 1);
    if own < 1 {
        return Err(OrderError::Conflict("the client asked for a single piece".to_owned()));
    }
    let new = item::ActiveModel {
        id: NotSet,
        quantity: Set(own),
        agent_quantity: Set(line.agent_quantity.map(|_| apart)),
        counted_quantity: Set(line.counted_quantity.map(|counted| counted.clamp(0, apart))),
        weight_grams: Set(None),
        volume_cm3: Set(None),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        ..line.clone().into_active_model().reset_all()
    };
    let new = rows.insert(new).await?;
    let left = item::Entity::update_many()
        .col_expr(item::Column::Quantity, Expr::value(line.quantity - own))
        .col_expr(
            item::Column::AgentQuantity,
            Expr::value(line.agent_quantity.map(|_| whole - apart)),
        )
        .col_expr(
            item::Column::CountedQuantity,
            Expr::value(line.counted_quantity.map(|counted| counted - counted.clamp(0, apart))),
        )
        .col_expr(item::Column::WeightGrams, Expr::value(None::<i64>))
        .col_expr(item::Column::VolumeCm3, Expr::value(None::<i64>))
        .col_expr(item::Column::Version, Expr::col(item::Column::Version).add(1))
        .col_expr(item::Column::UpdatedAt, Expr::value(now))
        .filter(item::Column::Id.eq(line.id));
    rows.update_count(left).await?;
    let order = count_lines(rows, &order, 1, now).await?;
    let event = Event::of(
        HistoryEvent::ItemAdded,
        Some(new.id),
        format!("{} ({whole} = {} + {apart})", new.title, whole - apart),
    );
    history::write(rows, &order, actor, event, now).await?;
    Ok((new, order))
}

/// Makes one line of several that are the same product in the same state.
pub(super) async fn merge(
    rows: &impl Rows,
    actor: &Actor,
    order_id: OrderId,
    ids: &[ItemId],
    now: DateTime<Utc>,
) -> Result<(item::Model, order::Model), OrderError> {
    let mut unique: Vec<i64> = ids.iter().map(|id| id.0).collect();
    unique.sort_unstable();
    unique.dedup();
    if unique.len() < 2 || unique.len() != ids.len() || unique.len() > limits::MOVED {
        return Err(FieldErrors::one("items", Rule::OutOfRange(2, 500)).into());
    }
    let order = card::lock(rows, order_id).await?;
    if order.status == OrderStatus::Draft.as_str() {
        return Err(OrderError::NotFound);
    }
    let select = item::Entity::find()
        .filter(item::Column::OrderId.eq(order_id.0))
        .filter(item::Column::Id.is_in(unique.clone()));
    let lines = rows.all(select).await?;
    let first = ids.first().map_or(0, |id| id.0);
    let first = lines.iter().find(|line| line.id == first).ok_or(OrderError::NotFound)?;
    if lines.len() != unique.len() {
        return Err(OrderError::NotFound);
    }
    if !may_part(views::item_status(&first.status)) || lines.iter().any(|line| !same(line, first)) {
        return Err(OrderError::Conflict(
            "only lines of the same product at the same price in the same state become one".to_owned(),
        ));
    }
    let sum = |of: fn(&item::Model) -> Option<i64>| lines.iter().map(of).sum::<Option<i64>>();
    let whole = |number: Option<i64>| number.and_then(|number| i32::try_from(number).ok());
    let quantity = whole(sum(|line| Some(line.quantity.into())))
        .filter(|quantity| i64::from(*quantity) <= limits::QUANTITY)
        .ok_or_else(|| OrderError::Conflict("too many pieces for one line".to_owned()))?;
    let update = item::Entity::update_many()
        .col_expr(item::Column::Quantity, Expr::value(quantity))
        .col_expr(
            item::Column::AgentQuantity,
            Expr::value(whole(sum(|line| line.agent_quantity.map(i64::from)))),
        )
        .col_expr(
            item::Column::CountedQuantity,
            Expr::value(whole(sum(|line| line.counted_quantity.map(i64::from)))),
        )
        .col_expr(item::Column::WeightGrams, Expr::value(sum(|line| line.weight_grams)))
        .col_expr(item::Column::VolumeCm3, Expr::value(sum(|line| line.volume_cm3)))
        .col_expr(item::Column::Version, Expr::col(item::Column::Version).add(1))
        .col_expr(item::Column::UpdatedAt, Expr::value(now))
        .filter(item::Column::Id.eq(first.id));
    let gone: Vec<i64> = unique.into_iter().filter(|id| *id != first.id).collect();
    let fewer = -i32::try_from(gone.len()).unwrap_or(0);
    crate::services::with_order::carry(rows, &gone, first.id).await?;
    rows.delete_where(item::Entity::delete_many().filter(item::Column::Id.is_in(gone)))
        .await?;
    let saved = rows.update(update).await?.pop().ok_or(OrderError::NotFound)?;
    let order = count_lines(rows, &order, fewer, now).await?;
    let event = Event::of(HistoryEvent::ItemRemoved, Some(saved.id), saved.title.clone());
    history::write(rows, &order, actor, event, now).await?;
    Ok((saved, order))
}

fn same(line: &item::Model, other: &item::Model) -> bool {
    let key = |line: &item::Model| {
        (
            line.group_id,
            line.url.clone(),
            line.variant.clone(),
            line.status.clone(),
            views::effective_price(line),
            line.price_minor,
            line.currency.clone(),
            line.agent_quantity.is_some(),
            line.domestic_track.clone(),
        )
    };
    key(line) == key(other)
}

/// The sum of an order does not change when its lines are split or merged, only their number.
async fn count_lines(
    rows: &impl Rows,
    order: &order::Model,
    more: i32,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let update = order::Entity::update_many()
        .col_expr(
            order::Column::ItemsCount,
            Expr::col(order::Column::ItemsCount).add(more),
        )
        .col_expr(order::Column::Version, Expr::col(order::Column::Version).add(1))
        .col_expr(order::Column::UpdatedAt, Expr::value(now))
        .filter(order::Column::Id.eq(order.id));
    rows.update(update).await?.pop().ok_or(OrderError::NotFound)
}
