//! The rows of a shipment: reading, history, and adding and removing items.

use super::{
    ShipmentError,
    history::record_and_notify,
    loaded_items::load_items,
    place_items, requests,
    views::{self, ShipmentParts, Viewer},
};
use crate::shipments::delivery_choice;
use books::{
    ledger,
    payments::{self, PaidDocument},
};
use chrono::{DateTime, Utc};
use entities::{client, order, order_item as item};
use entities::{shipment, shipment_history, shipment_item};
use people::clients;
use platform::{
    db::{UniqueConstraint, is_unique_violation},
    scope::{LedgerScope, ScopedConnection},
};
use sea_orm::{
    ActiveValue::NotSet,
    QueryOrder, QuerySelect, Set, UpdateMany,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{ClientId, ItemId, OrderId, ShipmentId},
    items::ItemStatus,
    shipments::{ITEMS, NewShipment, Shipment, ShipmentStatus, lifecycle},
};
use trade::orders::{history::Actor, views as order_views};

const UNIQUE_LIVE_ITEM: UniqueConstraint = UniqueConstraint {
    name: "uq_shipment_items_live_item",
    columns: "shipment_items.item_id",
};

/// Returns a shipment, locked until the transaction ends.
pub(super) async fn lock(rows: &impl ScopedConnection, id: ShipmentId) -> Result<shipment::Model, ShipmentError> {
    rows.one(shipment::Entity::find_by_id(id).lock_exclusive())
        .await?
        .ok_or(ShipmentError::NotFound)
}

/// Locks the shipment, and fails with [`ShipmentError::Stale`] unless it still has the version that the caller saw. Without a
/// version nothing is read.
pub(super) async fn ensure_version(
    rows: &impl ScopedConnection,
    id: ShipmentId,
    version: Option<i64>,
) -> Result<(), ShipmentError> {
    match version {
        Some(seen) if lock(rows, id).await?.version != seen => Err(ShipmentError::Stale),
        _ => Ok(()),
    }
}

/// Builds the API view of a shipment. With a ledger scope it includes the client's balances if the shipment can be paid.
pub(super) async fn card(
    rows: &impl ScopedConnection,
    ledger_scope: Option<&LedgerScope>,
    row: shipment::Model,
    viewer: Viewer,
) -> Result<Shipment, ShipmentError> {
    let client = rows.one(client::Entity::find_by_id(row.client_id)).await?;
    let contents = load_items(rows, row.id).await?;
    let orders: std::collections::BTreeSet<OrderId> = contents
        .iter()
        .filter_map(|(_, item)| Some(item.as_ref()?.order_id))
        .collect();
    let orders = if orders.is_empty() {
        Vec::new()
    } else {
        rows.all(order::Entity::find().filter(rows.id_in(order::Column::Id, orders)))
            .await?
    };
    let history = shipment_history::Entity::find()
        .filter(shipment_history::Column::ShipmentId.eq(row.id))
        .order_by_asc(shipment_history::Column::Id);
    let status = row.status;
    let balances = match ledger_scope {
        Some(ledger_scope) if views::due(&row).is_some() && viewer.prices => {
            ledger::balances(ledger_scope, row.client_id).await?
        }
        _ => Vec::new(),
    };
    let was_priced = row.delivery_cost_minor.is_some() && status != ShipmentStatus::Quoted;
    let payments = if was_priced {
        payments::list(rows, PaidDocument::Shipment(row.id)).await?
    } else {
        Vec::new()
    };
    let delivery = delivery_choice::delivery_view(rows, &row).await?;
    let parts = ShipmentParts {
        delivery,
        history: rows.all(history).await?,
        row,
        client,
        contents,
        orders,
        payments,
        balances,
    };
    Ok(views::card(parts, viewer))
}

/// An update of a shipment that increments its version.
pub(super) fn versioned_update(id: ShipmentId, now: DateTime<Utc>) -> UpdateMany<shipment::Entity> {
    shipment::Entity::update_many()
        .col_expr(shipment::Column::Version, Expr::col(shipment::Column::Version).add(1))
        .col_expr(shipment::Column::UpdatedAt, Expr::value(now))
        .filter(shipment::Column::Id.eq(id))
}

/// Executes an update of one shipment and returns the updated row.
pub(super) async fn save(
    rows: &impl ScopedConnection,
    update: UpdateMany<shipment::Entity>,
) -> Result<shipment::Model, ShipmentError> {
    rows.update(update).await?.pop().ok_or(ShipmentError::NotFound)
}

/// Assigns the next number of a client's shipments.
pub(super) async fn next_number(
    rows: &impl ScopedConnection,
    client_id: ClientId,
) -> Result<(client::Model, String), ShipmentError> {
    let next = clients::next_shipment_number(rows, client_id).await?;
    Ok(next.ok_or_else(|| FieldErrors::single("client_id", Rule::NotYours))?)
}

/// Creates a shipment with items of one client.
pub async fn create(
    rows: &impl ScopedConnection,
    actor: &Actor,
    new: &NewShipment,
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let (client, number) = next_number(rows, new.client_id).await?;
    let items = load_packable(rows, new.client_id, &new.items).await?;
    let order = match items.first() {
        Some(item) => rows.one(order::Entity::find_by_id(item.order_id)).await?,
        None => None,
    };
    let row = shipment::ActiveModel {
        id: NotSet,
        agent_id: Set(client.agent_id),
        client_id: Set(client.id),
        number: Set(number),
        status: Set(ShipmentStatus::Forming),
        // The destination and the delivery are taken from the order of the first item, which is right for most shipments.
        country: Set(order.as_ref().and_then(|order| order.destination_country)),
        city: Set(order.as_ref().and_then(|order| order.destination_city.clone())),
        pickup_point_id: Set(order
            .as_ref()
            .and_then(|order| order.recipient.as_ref()?.pickup_point_id)),
        recipient: Set(order.as_ref().and_then(|order| order.recipient.clone())),
        delivery_method_id: Set(order.as_ref().and_then(|order| order.delivery_method_id)),
        packaging_id: Set(order.as_ref().and_then(|order| order.packaging_id)),
        insurance_id: Set(order.and_then(|order| order.insurance_id)),
        comment: Set(String::new()),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    };
    let row = rows.insert(row).await?;
    insert_items(rows, &row, &items, now).await?;
    leave_requests(rows, actor, &row, &items, now).await?;
    record_and_notify(rows, &row, actor, None, None, now).await?;
    Ok(row)
}

/// Loads the items to pack. Fails unless all of them are the client's and in the warehouse.
pub(super) async fn load_packable(
    rows: &impl ScopedConnection,
    client_id: ClientId,
    ids: &[ItemId],
) -> Result<Vec<item::Model>, ShipmentError> {
    let mut unique = ids.to_vec();
    unique.sort_unstable();
    unique.dedup();
    if unique.is_empty() || unique.len() > ITEMS || unique.len() != ids.len() {
        return Err(FieldErrors::single("items", Rule::OutOfRange(1, i64::try_from(ITEMS).unwrap_or(i64::MAX))).into());
    }
    let select = item::Entity::find()
        .filter(rows.id_in(item::Column::Id, unique.clone()))
        .filter(item::Column::ClientId.eq(client_id))
        .order_by_asc(item::Column::Id);
    let items = rows.all(select).await?;
    if items.len() != unique.len() {
        return Err(FieldErrors::single("items", Rule::NotYours).into());
    }
    match items.iter().find(|item| item.status != ItemStatus::AtWarehouse) {
        Some(item) => Err(ShipmentError::ItemNotAtWarehouse(item.id, item.status)),
        None => Ok(items),
    }
}

/// Takes packed items out of the shipping requests that they waited for.
async fn leave_requests(
    rows: &impl ScopedConnection,
    actor: &Actor,
    row: &shipment::Model,
    items: &[item::Model],
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let ids: Vec<ItemId> = items.iter().map(|item| item.id).collect();
    requests::release_packed(rows, actor, row, &ids, now).await
}

/// Inserts items into a shipment. Fails if one of them is in another shipment.
pub(super) async fn insert_items(
    rows: &impl ScopedConnection,
    shipment: &shipment::Model,
    items: &[item::Model],
    now: DateTime<Utc>,
) -> Result<(), ShipmentError> {
    let shipment_items = items.iter().map(|item| shipment_item::ActiveModel {
        id: NotSet,
        agent_id: Set(shipment.agent_id),
        client_id: Set(shipment.client_id),
        shipment_id: Set(shipment.id),
        item_id: Set(item.id),
        quantity: Set(std::cmp::Ord::max(order_views::stock_quantity(item), 1)),
        released_at: Set(None),
        created_at: Set(now),
    });
    match rows.insert_many(shipment_items.collect::<Vec<_>>(), None).await {
        Err(error) if is_unique_violation(&error, UNIQUE_LIVE_ITEM) => Err(ShipmentError::ItemInShipment),
        result => Ok(result?),
    }
}

/// Locks a shipment that is being formed, so that items can be added and removed.
pub(super) async fn lock_forming(
    rows: &impl ScopedConnection,
    id: ShipmentId,
) -> Result<shipment::Model, ShipmentError> {
    let row = lock(rows, id).await?;
    if row.status.is_open() {
        Ok(row)
    } else {
        Err(ShipmentError::ShipmentNotForming(row.status))
    }
}

/// Adds items to a shipment.
pub async fn add(
    rows: &impl ScopedConnection,
    actor: &Actor,
    id: ShipmentId,
    items: &[ItemId],
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let row = lock_forming(rows, id).await?;
    let items = load_packable(rows, row.client_id, items).await?;
    insert_items(rows, &row, &items, now).await?;
    leave_requests(rows, actor, &row, &items, now).await?;
    save(rows, versioned_update(row.id, now)).await
}

/// Removes items from a shipment.
pub(super) async fn remove(
    rows: &impl ScopedConnection,
    id: ShipmentId,
    items: &[ItemId],
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let row = lock_forming(rows, id).await?;
    release_items(rows, row.id, Some(items), now).await?;
    save(rows, versioned_update(row.id, now)).await
}

/// Releases some or all items of a shipment, so that they can be packed again.
pub(super) async fn release_items(
    rows: &impl ScopedConnection,
    shipment_id: ShipmentId,
    items: Option<&[ItemId]>,
    now: DateTime<Utc>,
) -> Result<(), ShipmentError> {
    let mut update = shipment_item::Entity::update_many()
        .col_expr(shipment_item::Column::ReleasedAt, Expr::value(now))
        .filter(shipment_item::Column::ShipmentId.eq(shipment_id))
        .filter(shipment_item::Column::ReleasedAt.is_null());
    if let Some(items) = items {
        update = update.filter(shipment_item::Column::ItemId.is_in(items.iter().map(|item| item.0)));
    }
    let released = rows.update_count(update).await?;
    place_items::take_out(rows, shipment_id, items).await?;
    match items {
        Some(items) if released != items.len() as u64 => Err(FieldErrors::single("items", Rule::NotYours).into()),
        _ => Ok(()),
    }
}

/// The status after a move. A move that is not allowed is an error that lists the possible moves.
pub(super) fn next_status(
    row: &shipment::Model,
    step: shared_types::shipments::ShipmentMove,
    side: shared_types::orders::Side,
) -> Result<ShipmentStatus, ShipmentError> {
    let from = row.status;
    lifecycle::resulting_status(from, step, side).ok_or_else(|| ShipmentError::MoveNotAllowed {
        from: from.as_str(),
        step: step.as_str(),
        possible: lifecycle::allowed_moves(from, side)
            .into_iter()
            .map(shared_types::shipments::ShipmentMove::as_str)
            .collect::<Vec<_>>()
            .join(", "),
    })
}
