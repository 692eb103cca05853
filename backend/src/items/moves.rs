//! Many lines moved at once, of one order or several: the rule decides for each, all of them move or none.
//!
//! Six statements and one more per order, whatever the number of lines.

use super::rules;
use crate::{
    orders::{
        OrderError,
        entity::{item, order},
        history::{self, Actor, Event},
        moves::follow,
        views,
    },
    platform::scope::Rows,
};
use chrono::{DateTime, Utc};
use sea_orm::{
    QueryOrder, QuerySelect, UpdateMany,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{ItemId, OrderId},
    items::{ItemMove, ItemMoves, ItemStatus, MovedItem, Track, lifecycle, limits},
    orders::{OrderStatus, Side},
};
use std::collections::BTreeMap;

/// What goes along with a move, checked.
#[derive(Clone, Debug, Default)]
struct Along {
    reason: Option<String>,
    marketplace_order_number: Option<String>,
    price: Option<String>,
    domestic_track: Option<String>,
    cell: Option<String>,
    counted: Option<i32>,
}

fn check(moves: &ItemMoves) -> Result<Along, FieldErrors> {
    let mut errors = FieldErrors::default();
    if moves.items.is_empty() || moves.items.len() > limits::MOVED {
        errors.add(
            "items",
            Rule::OutOfRange(1, i64::try_from(limits::MOVED).unwrap_or(i64::MAX)),
        );
    }
    let mut ids: Vec<i64> = moves.items.iter().map(|id| id.0).collect();
    ids.sort_unstable();
    if ids.windows(2).any(|pair| pair[0] == pair[1]) {
        errors.add("items", Rule::UnknownValue);
    }
    // Packing, shipping and acceptance follow from shipments; a refund moves money and has an address of its own.
    let by_staff = matches!(
        moves.step,
        ItemMove::Approve
            | ItemMove::Refuse
            | ItemMove::Buy
            | ItemMove::Send
            | ItemMove::Receive
            | ItemMove::Report
            | ItemMove::Resolve
            | ItemMove::Return
    );
    if !by_staff {
        errors.add("step", Rule::UnknownValue);
    }
    let mut text = |field: &str, text: &Option<String>, most| errors.optional_text(field, text.as_deref(), most);
    let along = Along {
        reason: text("reason", &moves.reason, limits::REASON),
        marketplace_order_number: text(
            "marketplace_order_number",
            &moves.marketplace_order_number,
            limits::NUMBER,
        ),
        price: moves.price.as_ref().map(|price| price.0.clone()),
        domestic_track: text("domestic_track", &moves.domestic_track, limits::NUMBER),
        cell: text("cell", &moves.cell, limits::NUMBER),
        counted: None,
    };
    let needs_reason = matches!(moves.step, ItemMove::Refuse | ItemMove::Report | ItemMove::Return);
    if needs_reason && along.reason.is_none() {
        errors.add("reason", Rule::Required);
    }
    let mut counted = None;
    if let Some(count) = moves.counted_quantity {
        if moves.items.len() != 1 {
            errors.add("counted_quantity", Rule::UnknownField);
        }
        errors.range("counted_quantity", count, 0, limits::QUANTITY);
        counted = i32::try_from(count).ok();
    }
    errors.or(Along { counted, ..along })
}

/// Locks the orders of the lines, in the order of their ids, and reads all their lines.
async fn locked(rows: &impl Rows, ids: &[i64]) -> Result<(BTreeMap<i64, order::Model>, Vec<item::Model>), OrderError> {
    let of = rows
        .all(item::Entity::find().filter(item::Column::Id.is_in(ids.to_vec())))
        .await?;
    if of.len() != ids.len() {
        return Err(OrderError::NotFound);
    }
    let orders: std::collections::BTreeSet<i64> = of.iter().map(|line| line.order_id).collect();
    let select = order::Entity::find()
        .filter(order::Column::Id.is_in(orders.iter().copied()))
        .order_by_asc(order::Column::Id)
        .lock_exclusive();
    let locked: BTreeMap<i64, order::Model> = rows
        .all(select)
        .await?
        .into_iter()
        .map(|order| (order.id, order))
        .collect();
    if locked.len() != orders.len() || locked.values().any(|order| order.status == OrderStatus::Draft.as_str()) {
        return Err(OrderError::NotFound);
    }
    // Read again, now that nobody else can move them.
    let lines = rows
        .all(
            item::Entity::find()
                .filter(item::Column::OrderId.is_in(orders))
                .order_by_asc(item::Column::Id),
        )
        .await?;
    Ok((locked, lines))
}

/// Moves the lines; says where they and their orders are now.
pub(crate) async fn make(
    rows: &impl Rows,
    actor: &Actor,
    moves: &ItemMoves,
    now: DateTime<Utc>,
) -> Result<Vec<MovedItem>, OrderError> {
    let along = check(moves)?;
    let ids: Vec<i64> = moves.items.iter().map(|id| id.0).collect();
    apply(rows, actor, Side::Staff, moves.step, &ids, &along, now).await
}

/// Moves the lines of a shipment along with it: packed, shipped, accepted, reported.
pub(crate) async fn with_shipment(
    rows: &impl Rows,
    actor: &Actor,
    ids: &[i64],
    step: ItemMove,
    reason: Option<&str>,
    now: DateTime<Utc>,
) -> Result<Vec<MovedItem>, OrderError> {
    let along = Along {
        reason: reason.map(ToOwned::to_owned),
        ..Along::default()
    };
    apply(rows, actor, Side::System, step, ids, &along, now).await
}

async fn apply(
    rows: &impl Rows,
    actor: &Actor,
    side: Side,
    step: ItemMove,
    ids: &[i64],
    along: &Along,
    now: DateTime<Utc>,
) -> Result<Vec<MovedItem>, OrderError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let (mut orders, mut lines) = locked(rows, ids).await?;
    let mut targets = BTreeMap::new();
    for line in lines.iter().filter(|line| ids.contains(&line.id)) {
        let order = orders.get(&line.order_id).ok_or(OrderError::NotFound)?;
        targets.insert(line.id, target(line, order, step, side, along)?);
    }
    if step == ItemMove::Buy {
        start_purchase(rows, actor, &mut orders, now).await?;
    }
    write(rows, step, along, &lines, &targets, now).await?;
    let mut events = Vec::new();
    for line in &mut lines {
        if let Some(to) = targets.get(&line.id) {
            to.as_str().clone_into(&mut line.status);
            let reason = along.reason.clone().or_else(|| miscount(line, *to, along));
            events.push((line.order_id, Event::step(step, line.id, &line.title, reason)));
        }
    }
    let mut after = BTreeMap::new();
    for (id, order) in orders {
        let statuses: Vec<ItemStatus> = lines
            .iter()
            .filter(|line| line.order_id == id)
            .map(|line| views::item_status(&line.status))
            .collect();
        let (order, steps) = follow(rows, actor, order, &statuses, now).await?;
        events.extend(steps.into_iter().map(|step| (id, step)));
        after.insert(id, order);
    }
    let events = events
        .into_iter()
        .filter_map(|(id, event)| Some((after.get(&id)?, event)))
        .collect();
    history::write_all(rows, actor, events, now).await?;
    Ok(targets
        .into_iter()
        .filter_map(|(id, status)| {
            let order_id = lines.iter().find(|line| line.id == id)?.order_id;
            Some(MovedItem {
                id: ItemId(id),
                status,
                order_id: OrderId(order_id),
                order_status: views::status(&after.get(&order_id)?.status),
            })
        })
        .collect())
}

/// Where the move takes the line: a miscount makes a problem of what would be received.
fn target(
    line: &item::Model,
    order: &order::Model,
    step: ItemMove,
    side: Side,
    along: &Along,
) -> Result<ItemStatus, OrderError> {
    let mut facts = views::item_facts(line, order);
    // The first thing bought starts the purchase of a paid order.
    if step == ItemMove::Buy && facts.order == OrderStatus::Paid {
        facts.order = OrderStatus::Purchasing;
    }
    let to = lifecycle::next(facts, step, side).ok_or_else(|| OrderError::ItemMoveNotAllowed {
        item: line.id,
        from: facts.status,
        step,
        possible: lifecycle::possible(facts, side),
    })?;
    Ok(match (step, along.counted) {
        (ItemMove::Receive, Some(counted)) => lifecycle::received(views::effective_quantity(line), counted),
        _ => to,
    })
}

fn miscount(line: &item::Model, to: ItemStatus, along: &Along) -> Option<String> {
    let counted = along.counted.filter(|_| to == ItemStatus::Problem)?;
    Some(format!("{counted} / {}", views::effective_quantity(line)))
}

async fn start_purchase(
    rows: &impl Rows,
    actor: &Actor,
    orders: &mut BTreeMap<i64, order::Model>,
    now: DateTime<Utc>,
) -> Result<(), OrderError> {
    for order in orders.values_mut() {
        if order.status == OrderStatus::Paid.as_str() {
            *order = crate::orders::moves::start_purchase(rows, actor, order, now).await?;
        }
    }
    Ok(())
}

/// One statement for all lines that come to the same state.
async fn write(
    rows: &impl Rows,
    step: ItemMove,
    along: &Along,
    lines: &[item::Model],
    targets: &BTreeMap<i64, ItemStatus>,
    now: DateTime<Utc>,
) -> Result<(), OrderError> {
    let mut by_status = BTreeMap::<&str, Vec<i64>>::new();
    for (id, status) in targets {
        by_status.entry(status.as_str()).or_default().push(*id);
    }
    for (status, ids) in by_status {
        let first = lines.iter().find(|line| Some(&line.id) == ids.first());
        let update = item::Entity::update_many()
            .col_expr(item::Column::Status, Expr::value(status))
            .col_expr(item::Column::Version, Expr::col(item::Column::Version).add(1))
            .col_expr(item::Column::UpdatedAt, Expr::value(now))
            .filter(item::Column::Id.is_in(ids));
        let update = with_along(update, step, along, status, first)?;
        rows.update_count(update).await?;
    }
    Ok(())
}

fn with_along(
    mut update: UpdateMany<item::Entity>,
    step: ItemMove,
    along: &Along,
    status: &str,
    first: Option<&item::Model>,
) -> Result<UpdateMany<item::Entity>, OrderError> {
    use item::Column;
    match step {
        ItemMove::Refuse => update = update.col_expr(Column::RefuseReason, Expr::value(along.reason.clone())),
        ItemMove::Approve => update = update.col_expr(Column::RefuseReason, Expr::value(None::<String>)),
        ItemMove::Buy => {
            if let Some(number) = &along.marketplace_order_number {
                update = update.col_expr(Column::MarketplaceOrderNumber, Expr::value(number.clone()));
            }
            if let (Some(price), Some(line)) = (&along.price, first) {
                let mut errors = FieldErrors::default();
                let price = rules::price(&mut errors, price, views::currency(&line.currency));
                errors.or(())?;
                update = update.col_expr(Column::AgentBoughtMinor, Expr::value(price.minor));
            }
        }
        ItemMove::Receive => {
            // Whatever is not counted apart came in full.
            let counted = along
                .counted
                .map_or_else(|| Expr::cust("coalesce(agent_quantity, quantity)"), Expr::value);
            update = update.col_expr(Column::CountedQuantity, counted);
            if status == ItemStatus::Problem.as_str() {
                let reason = along
                    .reason
                    .clone()
                    .or_else(|| first.and_then(|line| miscount(line, ItemStatus::Problem, along)));
                update = update.col_expr(Column::ProblemReason, Expr::value(reason));
            }
        }
        ItemMove::Report => update = update.col_expr(Column::ProblemReason, Expr::value(along.reason.clone())),
        ItemMove::Resolve => {
            update = update.col_expr(Column::ProblemReason, Expr::value(None::<String>));
            if let Some(counted) = along.counted {
                update = update.col_expr(Column::CountedQuantity, Expr::value(counted));
            }
        }
        _ => {}
    }
    if let Some(track) = &along.domestic_track {
        update = update.col_expr(Column::DomesticTrack, Expr::value(track.clone()));
    }
    if let Some(cell) = &along.cell {
        update = update.col_expr(Column::Cell, Expr::value(cell.clone()));
    }
    Ok(update)
}

/// The client tells the track of a self-buyout's line; the first one sends it on its way.
pub(super) async fn track(
    rows: &impl Rows,
    actor: &Actor,
    (order_id, item_id): (OrderId, ItemId),
    track: &Track,
    now: DateTime<Utc>,
) -> Result<(item::Model, order::Model), OrderError> {
    let mut errors = FieldErrors::default();
    let number = errors.required_text("domestic_track", &track.domestic_track, limits::NUMBER);
    errors.or(())?;
    let order = crate::orders::card::lock(rows, order_id).await?;
    let select = item::Entity::find_by_id(item_id.0).filter(item::Column::OrderId.eq(order_id.0));
    let line = rows.one(select).await?.ok_or(OrderError::NotFound)?;
    let facts = views::item_facts(&line, &order);
    let to = match lifecycle::next(facts, ItemMove::Send, Side::Client) {
        Some(to) => to,
        // A mistyped track is mended while the parcel is on its way.
        None if facts.status == ItemStatus::Sent && facts.order == OrderStatus::Expected => ItemStatus::Sent,
        None => {
            return Err(OrderError::ItemMoveNotAllowed {
                item: line.id,
                from: facts.status,
                step: ItemMove::Send,
                possible: lifecycle::possible(facts, Side::Client),
            });
        }
    };
    let update = item::Entity::update_many()
        .col_expr(item::Column::Status, Expr::value(to.as_str()))
        .col_expr(item::Column::DomesticTrack, Expr::value(number.clone()))
        .col_expr(item::Column::Version, Expr::col(item::Column::Version).add(1))
        .col_expr(item::Column::UpdatedAt, Expr::value(now))
        .filter(item::Column::Id.eq(line.id));
    let line = rows.update(update).await?.pop().ok_or(OrderError::NotFound)?;
    let event = Event::step(ItemMove::Send, line.id, &format!("{} · {number}", line.title), None);
    history::write(rows, &order, actor, event, now).await?;
    Ok((line, order))
}
