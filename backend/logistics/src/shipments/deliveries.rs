//! Cargo deliveries: loading and transitions. The shipments of a delivery move with it in the same transaction.

use super::{
    ShipmentError,
    delivery_details::{self, DeliveryDetails},
    freight,
    history::{notification_for, record_history},
    views::{self, Viewer},
};
use books::settings;
use chrono::{DateTime, Utc};
use entities::{agent_setting::SettingKey, client, delivery, delivery_history, json::Json, shipment, shipment_item};
use infra::events;
use platform::scope::ScopedConnection;
use sea_orm::{
    ActiveValue::NotSet,
    QueryOrder, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{DeliveryId, ItemId},
    items::ItemMove,
    shipments::*,
};
use std::collections::BTreeSet;
use trade::orders::{history::Actor, items::transitions::move_shipment_items};

/// Returns a delivery.
pub(super) async fn find(rows: &impl ScopedConnection, id: DeliveryId) -> Result<delivery::Model, ShipmentError> {
    rows.one(delivery::Entity::find_by_id(id))
        .await?
        .ok_or(ShipmentError::NotFound)
}

/// Returns a delivery, locked until the transaction ends.
pub(super) async fn lock(rows: &impl ScopedConnection, id: DeliveryId) -> Result<delivery::Model, ShipmentError> {
    rows.one(delivery::Entity::find_by_id(id).lock_exclusive())
        .await?
        .ok_or(ShipmentError::NotFound)
}

/// Locks a delivery that is being formed.
pub(super) async fn lock_open(rows: &impl ScopedConnection, id: DeliveryId) -> Result<delivery::Model, ShipmentError> {
    let row = lock(rows, id).await?;
    ensure_open(&row)?;
    Ok(row)
}

/// Fails unless the delivery is being formed.
pub(super) fn ensure_open(row: &delivery::Model) -> Result<(), ShipmentError> {
    match row.status {
        DeliveryStatus::Forming => Ok(()),
        status => Err(ShipmentError::DeliveryNotForming(status)),
    }
}

/// The shipments loaded into a delivery.
async fn loaded_shipments(rows: &impl ScopedConnection, id: DeliveryId) -> Result<Vec<shipment::Model>, DbErr> {
    let select = shipment::Entity::find()
        .filter(shipment::Column::DeliveryId.eq(id))
        .order_by_asc(shipment::Column::Id);
    rows.all(select).await
}

/// Returns a delivery with its shipments, history and possible moves.
pub(super) async fn card(
    rows: &impl ScopedConnection,
    row: delivery::Model,
    viewer: Viewer,
) -> Result<Delivery, ShipmentError> {
    let shipments = shipment::Entity::find()
        .find_also_related(client::Entity)
        .filter(shipment::Column::DeliveryId.eq(row.id))
        .order_by_asc(shipment::Column::Id);
    let shipments = rows.all_with(shipments).await?;
    let history = delivery_history::Entity::find()
        .filter(delivery_history::Column::DeliveryId.eq(row.id))
        .order_by_asc(delivery_history::Column::Id);
    let is_visible = |change: &DeliveryDetailChange| viewer.prices || change.detail != DeliveryDetail::Cost;
    let entry = |row: delivery_history::Model| StatusChange {
        from: row.from_status.map(|from| from.as_str().to_owned()),
        to: row.to_status.as_str().to_owned(),
        actor_name: row.actor_name,
        reason: None,
        changes: Vec::new(),
        details: {
            let details = row.changes.map(Json::into_inner).unwrap_or_default();
            details.into_iter().filter(is_visible).collect()
        },
        places: Vec::new(),
        paid: None,
        at: row.created_at,
    };
    // A change that the viewer may not see is not an entry.
    let is_entry = |entry: &StatusChange| !entry.details.is_empty() || entry.from.as_deref() != Some(&entry.to);
    let history = rows.all(history).await?.into_iter().map(entry).filter(is_entry);
    let shipments: Vec<ShipmentSummary> = shipments
        .iter()
        .map(|(row, client)| views::summary(row, client.as_ref(), viewer))
        .collect();
    Ok(Delivery {
        summary: views::delivery_summary(&row, contents_of(&shipments), viewer),
        shipments,
        history: history.collect(),
        moves: lifecycle::allowed_delivery_moves(row.status),
        version: row.version,
    })
}

/// Sums up the shipments of a delivery.
fn contents_of(shipments: &[ShipmentSummary]) -> DeliveryContents {
    let clients: BTreeSet<&str> = shipments.iter().map(|shipment| shipment.client_code.as_str()).collect();
    let places = shipments.iter().filter_map(|shipment| shipment.places).map(i64::from);
    DeliveryContents {
        shipments: i64::try_from(shipments.len()).unwrap_or(i64::MAX),
        places: places.sum(),
        weight_grams: shipments.iter().filter_map(|shipment| shipment.weight_grams).sum(),
        clients: clients.into_iter().map(str::to_owned).collect(),
    }
}

/// Adds an entry to the delivery's history.
async fn record_delivery_history(
    rows: &impl ScopedConnection,
    row: &delivery::Model,
    actor: &Actor,
    from: Option<DeliveryStatus>,
    changes: Option<Json<Vec<DeliveryDetailChange>>>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let entry = delivery_history::ActiveModel {
        id: NotSet,
        agent_id: Set(row.agent_id),
        delivery_id: Set(row.id),
        from_status: Set(from),
        to_status: Set(row.status),
        actor_user_id: Set(actor.user_id),
        actor_name: Set(actor.name.clone()),
        changes: Set(changes),
        created_at: Set(now),
    };
    rows.insert(entry).await.map(drop)
}

/// Creates a delivery without shipments.
pub async fn create(
    rows: &impl ScopedConnection,
    actor: &Actor,
    change: &DeliveryChange,
    now: DateTime<Utc>,
) -> Result<delivery::Model, ShipmentError> {
    let details = DeliveryDetails::parse(change)?;
    let number = settings::next_number(rows, SettingKey::DeliveryNumber, now).await?;
    let row = delivery::ActiveModel {
        number: Set(format!("D{number}")),
        status: Set(DeliveryStatus::Forming),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    };
    let row = rows.insert(details.set(row)).await?;
    record_delivery_history(rows, &row, actor, None, None, now).await?;
    Ok(row)
}

/// Updates the staff's entries about a delivery. The history has the old and new values.
pub(super) async fn update(
    rows: &impl ScopedConnection,
    actor: &Actor,
    id: DeliveryId,
    change: &DeliveryChange,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<delivery::Model, ShipmentError> {
    let details = DeliveryDetails::parse(change)?;
    let row = lock(rows, id).await?;
    if version.is_some_and(|version| version != row.version) {
        return Err(ShipmentError::Stale);
    }
    let update = delivery::Entity::update_many()
        .col_expr(delivery::Column::Version, Expr::col(delivery::Column::Version).add(1))
        .col_expr(delivery::Column::UpdatedAt, Expr::value(now))
        .filter(delivery::Column::Id.eq(row.id));
    let updated = rows.update(details.update(update)).await?.pop();
    let updated = updated.ok_or(ShipmentError::NotFound)?;
    let freight_of = |row: &delivery::Model| (row.cost_minor, row.cost_currency, row.cost_split);
    if freight::has_departed(&updated) && freight_of(&row) != freight_of(&updated) {
        freight::split(rows, &updated).await?;
    }
    if let Some(changes) = Json::non_empty(delivery_details::changes(&row, &updated))? {
        record_delivery_history(rows, &updated, actor, Some(updated.status), Some(changes), now).await?;
        delivery_details::announce_to_clients(rows, &updated).await?;
    }
    Ok(updated)
}

/// Locks a delivery that is being formed, and the requested shipments.
async fn lock_forming(
    rows: &impl ScopedConnection,
    id: DeliveryId,
    load: &DeliveryLoad,
) -> Result<(delivery::Model, Vec<shipment::Model>), ShipmentError> {
    let mut ids = load.shipments.clone();
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() || ids.len() > LOAD {
        return Err(FieldErrors::single("shipments", Rule::OutOfRange(1, 500)).into());
    }
    let row = lock_open(rows, id).await?;
    let select = shipment::Entity::find()
        .filter(shipment::Column::Id.is_in(ids.clone()))
        .order_by_asc(shipment::Column::Id)
        .lock_exclusive();
    let shipments = rows.all(select).await?;
    if shipments.len() != ids.len() {
        return Err(FieldErrors::single("shipments", Rule::NotYours).into());
    }
    Ok((row, shipments))
}

/// Sets the delivery of the shipments, or clears it.
pub(super) async fn set_delivery(
    rows: &impl ScopedConnection,
    shipments: &[shipment::Model],
    delivery_id: Option<DeliveryId>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let update = shipment::Entity::update_many()
        .col_expr(shipment::Column::DeliveryId, Expr::value(delivery_id))
        .col_expr(shipment::Column::Version, Expr::col(shipment::Column::Version).add(1))
        .col_expr(shipment::Column::UpdatedAt, Expr::value(now))
        .filter(shipment::Column::Id.is_in(shipments.iter().map(|shipment| shipment.id)));
    rows.update(update).await.map(drop)
}

/// Loads packed shipments into a delivery.
pub async fn load(
    rows: &impl ScopedConnection,
    id: DeliveryId,
    load: &DeliveryLoad,
    now: DateTime<Utc>,
) -> Result<delivery::Model, ShipmentError> {
    let (row, shipments) = lock_forming(rows, id, load).await?;
    for shipment in &shipments {
        let is_elsewhere = shipment.delivery_id.is_some_and(|delivery| delivery != row.id);
        if is_elsewhere || !shipment.status.is_loadable() {
            return Err(ShipmentError::ShipmentNotLoadable(
                shipment.number.clone(),
                shipment.status,
            ));
        }
    }
    set_delivery(rows, &shipments, Some(row.id), now).await?;
    Ok(row)
}

/// Unloads shipments from a delivery that has not departed.
pub(super) async fn unload(
    rows: &impl ScopedConnection,
    id: DeliveryId,
    load: &DeliveryLoad,
    now: DateTime<Utc>,
) -> Result<delivery::Model, ShipmentError> {
    let (row, shipments) = lock_forming(rows, id, load).await?;
    if shipments.iter().any(|shipment| shipment.delivery_id != Some(row.id)) {
        return Err(FieldErrors::single("shipments", Rule::NotYours).into());
    }
    set_delivery(rows, &shipments, None, now).await?;
    Ok(row)
}

/// Moves a delivery and its shipments: depart, arrive or cancel. The history names the units that a departure leaves behind.
pub async fn apply_move(
    rows: &impl ScopedConnection,
    actor: &Actor,
    id: DeliveryId,
    (step, left_behind): (DeliveryMove, &[String]),
    now: DateTime<Utc>,
) -> Result<delivery::Model, ShipmentError> {
    let row = lock(rows, id).await?;
    let from = row.status;
    let to = lifecycle::resulting_delivery_status(from, step).ok_or_else(|| ShipmentError::MoveNotAllowed {
        from: from.as_str(),
        step: step.as_str(),
        possible: lifecycle::allowed_delivery_moves(from)
            .into_iter()
            .map(DeliveryMove::as_str)
            .collect::<Vec<_>>()
            .join(", "),
    })?;
    let shipments = loaded_shipments(rows, row.id).await?;
    match step {
        DeliveryMove::Depart => dispatch_shipments(rows, actor, &shipments, now).await?,
        DeliveryMove::Arrive => move_shipments(rows, actor, &shipments, ShipmentStatus::Arrived, now).await?,
        DeliveryMove::Cancel => set_delivery(rows, &shipments, None, now).await?,
    }
    let mut update = delivery::Entity::update_many()
        .col_expr(delivery::Column::Status, Expr::value(to))
        .col_expr(delivery::Column::Version, Expr::col(delivery::Column::Version).add(1))
        .col_expr(delivery::Column::UpdatedAt, Expr::value(now))
        .filter(delivery::Column::Id.eq(row.id));
    update = match step {
        DeliveryMove::Depart => update.col_expr(delivery::Column::DepartedAt, Expr::value(now)),
        DeliveryMove::Arrive => update.col_expr(delivery::Column::ArrivedAt, Expr::value(now)),
        DeliveryMove::Cancel => update,
    };
    let row = rows.update(update).await?.pop().ok_or(ShipmentError::NotFound)?;
    if step == DeliveryMove::Depart && row.cost_minor.is_some() {
        freight::split(rows, &row).await?;
    }
    let change = (!left_behind.is_empty()).then(|| DeliveryDetailChange {
        detail: DeliveryDetail::LeftBehind,
        before: None,
        after: Some(DeliveryDetailValue::Text(left_behind.join(", "))),
    });
    let changes = Json::non_empty(change.into_iter().collect())?;
    record_delivery_history(rows, &row, actor, Some(from), changes, now).await?;
    Ok(row)
}

/// Dispatches the shipments and their items. All shipments must be paid or have cash on receipt.
async fn dispatch_shipments(
    rows: &impl ScopedConnection,
    actor: &Actor,
    shipments: &[shipment::Model],
    now: DateTime<Utc>,
) -> Result<(), ShipmentError> {
    if shipments.is_empty() {
        return Err(ShipmentError::DeliveryEmpty);
    }
    let unsettled: Vec<String> = shipments
        .iter()
        .filter(|shipment| !shipment.status.is_settled())
        .map(|shipment| shipment.number.clone())
        .collect();
    if !unsettled.is_empty() {
        return Err(ShipmentError::ShipmentsUnpaid(unsettled));
    }
    let contents = shipment_item::Entity::find()
        .filter(rows.id_in(
            shipment_item::Column::ShipmentId,
            shipments.iter().map(|shipment| shipment.id),
        ))
        .filter(shipment_item::Column::ReleasedAt.is_null());
    let item_ids: Vec<ItemId> = rows.all(contents).await?.iter().map(|row| row.item_id).collect();
    move_shipment_items(rows, actor, &item_ids, ItemMove::Ship, None, now).await?;
    move_shipments(rows, actor, shipments, ShipmentStatus::Dispatched, now).await
}

/// Sets the status of the shipments, adds it to their history and notifies the clients.
async fn move_shipments(
    rows: &impl ScopedConnection,
    actor: &Actor,
    shipments: &[shipment::Model],
    to: ShipmentStatus,
    now: DateTime<Utc>,
) -> Result<(), ShipmentError> {
    let update = shipment::Entity::update_many()
        .col_expr(shipment::Column::Status, Expr::value(to))
        .col_expr(shipment::Column::Version, Expr::col(shipment::Column::Version).add(1))
        .col_expr(shipment::Column::UpdatedAt, Expr::value(now))
        .filter(shipment::Column::Id.is_in(shipments.iter().map(|shipment| shipment.id)));
    rows.update(update).await?;
    let mut events = Vec::new();
    for shipment in shipments {
        let from = shipment.status;
        let after = shipment::Model {
            status: to,
            ..shipment.clone()
        };
        record_history(rows, &after, actor, Some(from), None, now).await?;
        events.extend(notification_for(&after, actor.side, Some(from), None));
    }
    events::notify(rows, events, now).await?;
    Ok(())
}
