//! Cargo deliveries: loaded, sent, come; their shipments move along in the same transaction.

use super::{
    ShipmentError,
    contents::{news, write_down},
    entity::{delivery, delivery_history, shipment, shipment_item},
    views::{self, Viewer},
};
use crate::{
    clients::entity as client,
    items::moves::with_shipment,
    notifications,
    orders::history::Actor,
    platform::{http::Window, scope::Rows},
    settings,
};
use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::NotSet,
    QueryOrder, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{DeliveryId, ShipmentId},
    items::ItemMove,
    page::Page,
    shipments::*,
};

/// Most shipments loaded at once.
const LOAD: usize = 500;

/// A page of the cargo list.
pub(super) async fn page(
    rows: &impl Rows,
    query: &DeliveryQuery,
    window: Window,
) -> Result<Page<DeliverySummary>, DbErr> {
    let mut select = delivery::Entity::find()
        .order_by_desc(delivery::Column::Id)
        .limit(window.limit + 1);
    if let Some(part) = query.part {
        select = select.filter(delivery::Column::Status.is_in(part.statuses().iter().map(|status| status.as_str())));
    }
    if let Some(before) = window.beyond {
        select = select.filter(delivery::Column::Id.lt(before));
    }
    let found = rows.all(select).await?;
    let (found, next_cursor) = window.cut(found, |row| row.id);
    Ok(Page {
        data: found.iter().map(views::delivery_summary).collect(),
        next_cursor,
    })
}

/// The delivery itself.
pub(super) async fn find(rows: &impl Rows, id: DeliveryId) -> Result<delivery::Model, ShipmentError> {
    rows.one(delivery::Entity::find_by_id(id.0))
        .await?
        .ok_or(ShipmentError::NotFound)
}

async fn lock(rows: &impl Rows, id: DeliveryId) -> Result<delivery::Model, ShipmentError> {
    rows.one(delivery::Entity::find_by_id(id.0).lock_exclusive())
        .await?
        .ok_or(ShipmentError::NotFound)
}

async fn carried(rows: &impl Rows, id: i64) -> Result<Vec<shipment::Model>, DbErr> {
    let select = shipment::Entity::find()
        .filter(shipment::Column::DeliveryId.eq(id))
        .order_by_asc(shipment::Column::Id);
    rows.all(select).await
}

/// The card.
pub(super) async fn card(rows: &impl Rows, row: delivery::Model, viewer: Viewer) -> Result<Delivery, ShipmentError> {
    let shipments = shipment::Entity::find()
        .find_also_related(client::Entity)
        .filter(shipment::Column::DeliveryId.eq(row.id))
        .order_by_asc(shipment::Column::Id);
    let shipments = rows.all_with(shipments).await?;
    let history = delivery_history::Entity::find()
        .filter(delivery_history::Column::DeliveryId.eq(row.id))
        .order_by_asc(delivery_history::Column::Id);
    let history = rows.all(history).await?.into_iter().map(|row| Passage {
        from: row.from_status,
        to: row.to_status,
        actor_name: row.actor_name,
        reason: None,
        at: row.created_at,
    });
    Ok(Delivery {
        summary: views::delivery_summary(&row),
        shipments: shipments
            .iter()
            .map(|(row, client)| views::summary(row, client.as_ref(), viewer))
            .collect(),
        history: history.collect(),
        moves: lifecycle::possible_delivery(views::delivery_status(&row.status)),
        version: row.version,
    })
}

async fn note_delivery(
    rows: &impl Rows,
    row: &delivery::Model,
    actor: &Actor,
    from: Option<DeliveryStatus>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let entry = delivery_history::ActiveModel {
        id: NotSet,
        agent_id: Set(row.agent_id),
        delivery_id: Set(row.id),
        from_status: Set(from.map(|from| from.as_str().to_owned())),
        to_status: Set(row.status.clone()),
        actor_user_id: Set(actor.user_id),
        actor_name: Set(actor.name.clone()),
        created_at: Set(now),
    };
    rows.insert(entry).await.map(drop)
}

/// The track to write; an empty text clears.
fn track(text: &str) -> Result<Option<String>, FieldErrors> {
    let mut errors = FieldErrors::default();
    let track = errors.optional_text("track", Some(text), TRACK);
    errors.or(track)
}

/// Starts a delivery.
pub(crate) async fn create(
    rows: &impl Rows,
    actor: &Actor,
    change: &DeliveryChange,
    now: DateTime<Utc>,
) -> Result<delivery::Model, ShipmentError> {
    let track = track(change.track.as_deref().unwrap_or_default())?;
    let number = settings::next_number(rows, "delivery", now).await?;
    let row = delivery::ActiveModel {
        number: Set(format!("D{number}")),
        status: Set(DeliveryStatus::Forming.as_str().to_owned()),
        track: Set(track),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    };
    let row = rows.insert(row).await?;
    note_delivery(rows, &row, actor, None, now).await?;
    Ok(row)
}

/// Changes the carrier's track.
pub(super) async fn change(
    rows: &impl Rows,
    id: DeliveryId,
    change: &DeliveryChange,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<delivery::Model, ShipmentError> {
    let row = lock(rows, id).await?;
    if version.is_some_and(|version| version != row.version) {
        return Err(ShipmentError::Stale);
    }
    let mut update = delivery::Entity::update_many()
        .col_expr(delivery::Column::Version, Expr::col(delivery::Column::Version).add(1))
        .col_expr(delivery::Column::UpdatedAt, Expr::value(now))
        .filter(delivery::Column::Id.eq(row.id));
    if let Some(text) = &change.track {
        update = update.col_expr(delivery::Column::Track, Expr::value(track(text)?));
    }
    rows.update(update).await?.pop().ok_or(ShipmentError::NotFound)
}

/// The delivery and the named shipments, locked; while it is formed.
async fn forming(
    rows: &impl Rows,
    id: DeliveryId,
    load: &Load,
) -> Result<(delivery::Model, Vec<shipment::Model>), ShipmentError> {
    let mut ids: Vec<i64> = load.shipments.iter().map(|ShipmentId(id)| *id).collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() || ids.len() > LOAD {
        return Err(FieldErrors::one("shipments", Rule::OutOfRange(1, 500)).into());
    }
    let row = lock(rows, id).await?;
    if views::delivery_status(&row.status) != DeliveryStatus::Forming {
        return Err(ShipmentError::Conflict(format!("the delivery is {}", row.status)));
    }
    let select = shipment::Entity::find()
        .filter(shipment::Column::Id.is_in(ids.clone()))
        .order_by_asc(shipment::Column::Id)
        .lock_exclusive();
    let shipments = rows.all(select).await?;
    if shipments.len() != ids.len() {
        return Err(FieldErrors::one("shipments", Rule::NotYours).into());
    }
    Ok((row, shipments))
}

async fn put(
    rows: &impl Rows,
    shipments: &[shipment::Model],
    into: Option<i64>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let update = shipment::Entity::update_many()
        .col_expr(shipment::Column::DeliveryId, Expr::value(into))
        .col_expr(shipment::Column::Version, Expr::col(shipment::Column::Version).add(1))
        .col_expr(shipment::Column::UpdatedAt, Expr::value(now))
        .filter(shipment::Column::Id.is_in(shipments.iter().map(|shipment| shipment.id)));
    rows.update_count(update).await.map(drop)
}

/// Loads packed shipments.
pub(crate) async fn load(
    rows: &impl Rows,
    id: DeliveryId,
    load: &Load,
    now: DateTime<Utc>,
) -> Result<delivery::Model, ShipmentError> {
    let (row, shipments) = forming(rows, id, load).await?;
    for shipment in &shipments {
        let elsewhere = shipment.delivery_id.is_some_and(|delivery| delivery != row.id);
        if elsewhere || !views::status(&shipment.status).is_loadable() {
            return Err(ShipmentError::Conflict(format!(
                "shipment {} is {} or in another delivery",
                shipment.number, shipment.status
            )));
        }
    }
    put(rows, &shipments, Some(row.id), now).await?;
    Ok(row)
}

/// Unloads shipments before it leaves.
pub(super) async fn unload(
    rows: &impl Rows,
    id: DeliveryId,
    load: &Load,
    now: DateTime<Utc>,
) -> Result<delivery::Model, ShipmentError> {
    let (row, shipments) = forming(rows, id, load).await?;
    if shipments.iter().any(|shipment| shipment.delivery_id != Some(row.id)) {
        return Err(FieldErrors::one("shipments", Rule::NotYours).into());
    }
    put(rows, &shipments, None, now).await?;
    Ok(row)
}

/// In transit, arrived or canceled, with all that it carries.
pub(crate) async fn step(
    rows: &impl Rows,
    actor: &Actor,
    id: DeliveryId,
    step: DeliveryMove,
    now: DateTime<Utc>,
) -> Result<delivery::Model, ShipmentError> {
    let row = lock(rows, id).await?;
    let from = views::delivery_status(&row.status);
    let to = lifecycle::next_delivery(from, step).ok_or_else(|| ShipmentError::MoveNotAllowed {
        from: from.as_str(),
        step: step.as_str(),
        possible: lifecycle::possible_delivery(from)
            .into_iter()
            .map(DeliveryMove::as_str)
            .collect::<Vec<_>>()
            .join(", "),
    })?;
    let shipments = carried(rows, row.id).await?;
    match step {
        DeliveryMove::Depart => depart(rows, actor, &shipments, now).await?,
        DeliveryMove::Arrive => follow(rows, actor, &shipments, ShipmentStatus::Arrived, now).await?,
        DeliveryMove::Cancel => put(rows, &shipments, None, now).await?,
    }
    let mut update = delivery::Entity::update_many()
        .col_expr(delivery::Column::Status, Expr::value(to.as_str()))
        .col_expr(delivery::Column::Version, Expr::col(delivery::Column::Version).add(1))
        .col_expr(delivery::Column::UpdatedAt, Expr::value(now))
        .filter(delivery::Column::Id.eq(row.id));
    update = match step {
        DeliveryMove::Depart => update.col_expr(delivery::Column::DepartedAt, Expr::value(now)),
        DeliveryMove::Arrive => update.col_expr(delivery::Column::ArrivedAt, Expr::value(now)),
        DeliveryMove::Cancel => update,
    };
    let row = rows.update(update).await?.pop().ok_or(ShipmentError::NotFound)?;
    note_delivery(rows, &row, actor, Some(from), now).await?;
    Ok(row)
}

async fn depart(
    rows: &impl Rows,
    actor: &Actor,
    shipments: &[shipment::Model],
    now: DateTime<Utc>,
) -> Result<(), ShipmentError> {
    if shipments.is_empty() {
        return Err(ShipmentError::Conflict("the delivery carries nothing".to_owned()));
    }
    let unsettled: Vec<&str> = shipments
        .iter()
        .filter(|shipment| !views::status(&shipment.status).is_settled())
        .map(|shipment| shipment.number.as_str())
        .collect();
    if !unsettled.is_empty() {
        return Err(ShipmentError::Conflict(format!(
            "neither paid nor to be paid in cash: {}",
            unsettled.join(", ")
        )));
    }
    let held = shipment_item::Entity::find()
        .filter(shipment_item::Column::ShipmentId.is_in(shipments.iter().map(|shipment| shipment.id)))
        .filter(shipment_item::Column::ReleasedAt.is_null());
    let lines: Vec<i64> = rows.all(held).await?.iter().map(|held| held.item_id).collect();
    with_shipment(rows, actor, &lines, ItemMove::Ship, None, now).await?;
    follow(rows, actor, shipments, ShipmentStatus::Dispatched, now).await
}

/// All shipments into one state, each with its history.
async fn follow(
    rows: &impl Rows,
    actor: &Actor,
    shipments: &[shipment::Model],
    to: ShipmentStatus,
    now: DateTime<Utc>,
) -> Result<(), ShipmentError> {
    let update = shipment::Entity::update_many()
        .col_expr(shipment::Column::Status, Expr::value(to.as_str()))
        .col_expr(shipment::Column::Version, Expr::col(shipment::Column::Version).add(1))
        .col_expr(shipment::Column::UpdatedAt, Expr::value(now))
        .filter(shipment::Column::Id.is_in(shipments.iter().map(|shipment| shipment.id)));
    rows.update_count(update).await?;
    let mut told = Vec::new();
    for shipment in shipments {
        let from = views::status(&shipment.status);
        let after = shipment::Model {
            status: to.as_str().to_owned(),
            ..shipment.clone()
        };
        write_down(rows, &after, actor, Some(from), None, now).await?;
        told.extend(news(&after, actor.side, Some(from), None));
    }
    notifications::tell(rows, told, now).await?;
    Ok(())
}
