//! Status transitions of items, in bulk and across orders. [`lifecycle`] decides for each item; either all items move or none.
//!
//! Takes six statements and one more per order, for any number of items.

use super::{
    paid_prices::{self, PaidPrices},
    receipt,
};
use crate::orders::{
    OrderError,
    history::{self, Actor, Event},
    transitions::advance_by_items,
    views,
};
use chrono::{DateTime, Utc};
use entities::{order, order_item as item};
use platform::scope::ScopedConnection;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{QueryOrder, QuerySelect, UpdateMany, entity::prelude::*};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{ItemId, OrderId},
    items::{ItemMove, ItemMoves, ItemStatus, MovedItem, lifecycle, limits},
    orders::{OrderStatus, Side},
};
use std::collections::{BTreeMap, BTreeSet};

/// Validated details of a move.
#[derive(Clone, Debug, Default)]
struct MoveDetails {
    reason: Option<String>,
    marketplace_order_number: Option<String>,
    prices: PaidPrices,
    domestic_track: Option<String>,
    cell: Option<String>,
    counted: Option<i32>,
}

fn validate(moves: &ItemMoves) -> Result<MoveDetails, FieldErrors> {
    let mut errors = FieldErrors::default();
    if moves.items.is_empty() || moves.items.len() > limits::MOVED {
        let most = i64::try_from(limits::MOVED).unwrap_or(i64::MAX);
        errors.add("items", Rule::OutOfRange(1, most));
    }
    let mut ids = moves.items.clone();
    ids.sort_unstable();
    if ids.windows(2).any(|pair| pair[0] == pair[1]) {
        errors.add("items", Rule::UnknownValue);
    }
    // Packing, shipping and acceptance follow from shipments; a refund moves money and has its own endpoint.
    let is_staff_move = matches!(
        moves.step,
        ItemMove::Approve
            | ItemMove::Refuse
            | ItemMove::Buy
            | ItemMove::Send
            | ItemMove::Receive
            | ItemMove::UndoReceipt
            | ItemMove::Report
            | ItemMove::Resolve
            | ItemMove::Return
    );
    if !is_staff_move {
        errors.add("step", Rule::UnknownValue);
    }
    let prices = PaidPrices::validate(&mut errors, moves);
    let reason = errors.optional_text("reason", moves.reason.as_deref(), limits::REASON);
    let mut code = |field: &str, text: &Option<String>| errors.scanned_text(field, text.as_deref(), limits::NUMBER);
    let details = MoveDetails {
        reason,
        marketplace_order_number: code("marketplace_order_number", &moves.marketplace_order_number),
        prices,
        domestic_track: code("domestic_track", &moves.domestic_track),
        cell: code("cell", &moves.cell),
        counted: None,
    };
    let needs_reason = matches!(moves.step, ItemMove::Refuse | ItemMove::Report | ItemMove::Return);
    if needs_reason && details.reason.is_none() {
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
    if moves.rest_later && (moves.step != ItemMove::Receive || counted.is_none()) {
        errors.add("rest_later", Rule::UnknownField);
    }
    errors.into_result(MoveDetails { counted, ..details })
}

/// Locks the orders of the items, in ascending order of their ids to avoid deadlocks, and reads all items of these orders.
async fn lock_orders(
    rows: &impl ScopedConnection,
    ids: &[ItemId],
) -> Result<(BTreeMap<OrderId, order::Model>, Vec<item::Model>), OrderError> {
    let requested = rows
        .all(item::Entity::find().filter(rows.id_in(item::Column::Id, ids.iter().copied())))
        .await?;
    if requested.len() != ids.len() {
        return Err(OrderError::NotFound);
    }
    let orders: BTreeSet<OrderId> = requested.iter().map(|item| item.order_id).collect();
    let select = order::Entity::find()
        .filter(rows.id_in(order::Column::Id, orders.iter().copied()))
        .order_by_asc(order::Column::Id)
        .lock_exclusive();
    let locked = rows.all(select).await?.into_iter().map(|order| (order.id, order));
    let locked: BTreeMap<OrderId, order::Model> = locked.collect();
    if locked.len() != orders.len() || locked.values().any(|order| order.status == OrderStatus::Draft) {
        return Err(OrderError::NotFound);
    }
    // Read the items again under the locks.
    let select = item::Entity::find()
        .filter(rows.id_in(item::Column::OrderId, orders))
        .order_by_asc(item::Column::Id);
    Ok((locked, rows.all(select).await?))
}

/// Performs a move by staff. Returns the new statuses of the items and their orders.
pub async fn perform(
    rows: &impl ScopedConnection,
    actor: &Actor,
    moves: &ItemMoves,
    now: DateTime<Utc>,
) -> Result<Vec<MovedItem>, OrderError> {
    let details = validate(moves)?;
    if let (Some(counted), [id], true) = (details.counted, moves.items.as_slice(), moves.rest_later) {
        receipt::split_rest(rows, actor, *id, counted, now).await?;
    }
    apply(rows, actor, Side::Staff, moves.step, &moves.items, &details, now).await
}

/// Moves the items of a shipment as a consequence of a change of the shipment: packed, unpacked, shipped, accepted or reported.
pub async fn move_shipment_items(
    rows: &impl ScopedConnection,
    actor: &Actor,
    ids: &[ItemId],
    step: ItemMove,
    reason: Option<&str>,
    now: DateTime<Utc>,
) -> Result<Vec<MovedItem>, OrderError> {
    let details = MoveDetails {
        reason: reason.map(ToOwned::to_owned),
        ..MoveDetails::default()
    };
    apply(rows, actor, Side::System, step, ids, &details, now).await
}

async fn apply(
    rows: &impl ScopedConnection,
    actor: &Actor,
    side: Side,
    step: ItemMove,
    ids: &[ItemId],
    details: &MoveDetails,
    now: DateTime<Utc>,
) -> Result<Vec<MovedItem>, OrderError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let (mut orders, mut items) = lock_orders(rows, ids).await?;
    let mut targets = BTreeMap::new();
    for item in items.iter().filter(|item| ids.contains(&item.id)) {
        let order = orders.get(&item.order_id).ok_or(OrderError::NotFound)?;
        targets.insert(item.id, target_status(item, order, step, side, details)?);
    }
    let moved: Vec<&item::Model> = items.iter().filter(|item| targets.contains_key(&item.id)).collect();
    if step == ItemMove::UndoReceipt {
        receipt::ensure_unused(rows, &moved).await?;
    }
    // A problem of a shipment is resolved with the shipment: its goods are not in the warehouse.
    let returns = targets.values().any(|to| *to == ItemStatus::AtWarehouse);
    if side == Side::Staff && returns && moved.iter().any(|item| item.status == ItemStatus::Problem) {
        receipt::ensure_not_packed(rows, ids).await?;
    }
    if step == ItemMove::Buy {
        start_purchases(rows, actor, &mut orders, now).await?;
    }
    let prices = details.prices.parse(&moved)?;
    write_moves(rows, step, details, &prices, &items, &targets, now).await?;
    let mut events = Vec::new();
    for item in &mut items {
        if let Some(to) = targets.get(&item.id) {
            let reason = details
                .reason
                .clone()
                .or_else(|| receipt::miscount_reason(item, *to, details.counted));
            item.status = *to;
            events.push((item.order_id, Event::item_moved(step, item.id, &item.title, reason)));
        }
    }
    let mut after = BTreeMap::new();
    for (id, order) in orders {
        let statuses: Vec<ItemStatus> = items
            .iter()
            .filter(|item| item.order_id == id)
            .map(|item| item.status)
            .collect();
        let (order, steps) = advance_by_items(rows, actor, order, &statuses, now).await?;
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
            let order_id = items.iter().find(|item| item.id == id)?.order_id;
            Some(MovedItem {
                id,
                status,
                order_id,
                order_status: after.get(&order_id)?.status,
            })
        })
        .collect())
}

/// The status that follows from the move. An item received with a wrong count becomes a problem.
fn target_status(
    item: &item::Model,
    order: &order::Model,
    step: ItemMove,
    side: Side,
    details: &MoveDetails,
) -> Result<ItemStatus, OrderError> {
    let mut facts = views::item_facts(item, order);
    // Buying the first item starts the purchase of a paid order.
    if step == ItemMove::Buy && facts.order == OrderStatus::Paid {
        facts.order = OrderStatus::Purchasing;
    }
    let to = lifecycle::resulting_status(facts, step, side).ok_or_else(|| OrderError::ItemMoveNotAllowed {
        item: item.id,
        from: facts.status,
        step,
        possible: lifecycle::allowed_moves(facts, side),
    })?;
    Ok(match (step, details.counted) {
        (ItemMove::Receive, Some(counted)) => {
            lifecycle::status_after_receipt(views::expected_quantity(item), receipt::counted_before(item) + counted)
        }
        (ItemMove::UndoReceipt, _) if item.domestic_track.is_some() => ItemStatus::Sent,
        _ => to,
    })
}

async fn start_purchases(
    rows: &impl ScopedConnection,
    actor: &Actor,
    orders: &mut BTreeMap<OrderId, order::Model>,
    now: DateTime<Utc>,
) -> Result<(), OrderError> {
    for order in orders.values_mut() {
        if order.status == OrderStatus::Paid {
            *order = crate::orders::transitions::start_purchase(rows, actor, order, now).await?;
        }
    }
    Ok(())
}

/// Updates the items with one statement per new status.
async fn write_moves(
    rows: &impl ScopedConnection,
    step: ItemMove,
    details: &MoveDetails,
    prices: &BTreeMap<ItemId, i64>,
    items: &[item::Model],
    targets: &BTreeMap<ItemId, ItemStatus>,
    now: DateTime<Utc>,
) -> Result<(), OrderError> {
    let mut by_status = BTreeMap::<&str, Vec<ItemId>>::new();
    for (id, status) in targets {
        by_status.entry(status.as_str()).or_default().push(*id);
    }
    for (status, ids) in by_status {
        let first = items.iter().find(|item| Some(&item.id) == ids.first());
        let update = item::Entity::update_many()
            .col_expr(item::Column::Status, Expr::value(status))
            .col_expr(item::Column::Version, Expr::col(item::Column::Version).add(1))
            .col_expr(item::Column::UpdatedAt, Expr::value(now))
            .filter(item::Column::Id.is_in(ids));
        let update = add_details(update, step, details, prices, status, first);
        rows.update_count(update).await?;
    }
    Ok(())
}

fn add_details(
    mut update: UpdateMany<item::Entity>,
    step: ItemMove,
    details: &MoveDetails,
    prices: &BTreeMap<ItemId, i64>,
    status: &str,
    first: Option<&item::Model>,
) -> UpdateMany<item::Entity> {
    use item::Column;
    match step {
        ItemMove::Refuse => update = update.col_expr(Column::RefuseReason, Expr::value(details.reason.clone())),
        ItemMove::Approve => update = update.col_expr(Column::RefuseReason, Expr::value(None::<String>)),
        ItemMove::Buy => {
            if let Some(number) = &details.marketplace_order_number {
                update = update.col_expr(Column::MarketplaceOrderNumber, Expr::value(number.clone()));
            }
            if !prices.is_empty() {
                update = update.col_expr(Column::AgentBoughtMinor, paid_prices::to_sql(prices));
            }
        }
        ItemMove::Receive => {
            // Without a count, the full quantity was received.
            let before = first.map(receipt::counted_before).unwrap_or_default();
            let counted = details.counted.map_or_else(
                || Expr::cust("coalesce(agent_quantity, quantity) - refunded_quantity"),
                |counted| Expr::value(before + counted),
            );
            let reason = (status == ItemStatus::Problem.as_str())
                .then(|| {
                    let miscount =
                        || first.and_then(|item| receipt::miscount_reason(item, ItemStatus::Problem, details.counted));
                    details.reason.clone().or_else(miscount)
                })
                .flatten();
            update = update
                .col_expr(Column::CountedQuantity, counted)
                .col_expr(Column::ProblemReason, Expr::value(reason));
        }
        ItemMove::UndoReceipt => {
            update = update
                .col_expr(Column::CountedQuantity, Expr::value(None::<i32>))
                .col_expr(Column::ProblemReason, Expr::value(None::<String>))
                .col_expr(Column::Cell, Expr::value(None::<String>));
        }
        ItemMove::Report => update = update.col_expr(Column::ProblemReason, Expr::value(details.reason.clone())),
        ItemMove::Resolve => {
            update = update.col_expr(Column::ProblemReason, Expr::value(None::<String>));
            if let Some(counted) = details.counted {
                update = update.col_expr(Column::CountedQuantity, Expr::value(counted));
            }
        }
        _ => {}
    }
    if let Some(track) = &details.domestic_track {
        update = update.col_expr(Column::DomesticTrack, Expr::value(track.clone()));
    }
    if let Some(cell) = &details.cell {
        update = update.col_expr(Column::Cell, Expr::value(cell.clone()));
    }
    update
}
