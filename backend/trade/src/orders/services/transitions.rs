//! Status transitions of an ordered service: rendering and cancellation.

use super::views;
use crate::orders::services::ServiceError;
use crate::orders::services::{
    billing,
    order_services::{OrderedService, record_event},
};
use crate::orders::{
    history::{self, Actor, Event},
    record_activity,
};
use chrono::{DateTime, Utc};
use entities::json::Json;
use entities::order_item as item;
use entities::service_media::MediaState;
use entities::{item_service, service, service_media as media};
use platform::error::OperationError;
use platform::scope::{LedgerAccess, ScopedConnection};
use sea_orm::{
    FromQueryResult, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{ItemServiceId, StaffId},
    items::{ItemStatus, limits as item_limits},
    media::MediaKind,
    orders::{HistoryEvent, Side},
    services::{
        lifecycle::{allowed_moves, resulting_status},
        limits, *,
    },
};

/// Loads an ordered service and locks its order.
async fn load_and_lock(
    rows: &impl ScopedConnection,
    side: Side,
    id: ItemServiceId,
    now: DateTime<Utc>,
) -> Result<OrderedService, ServiceError> {
    let select = item_service::Entity::find_by_id(id).find_also_related(service::Entity);
    let (row, service) = rows.all_with(select).await?.pop().ok_or(OperationError::NotFound)?;
    let service = service.ok_or(OperationError::NotFound)?.into();
    let order = record_activity(rows, side, row.order_id, now).await?;
    Ok(OrderedService { row, service, order })
}

/// The status after a move. A move that is not allowed is an error that lists the possible moves.
fn next_status(ordered: &OrderedService, step: ServiceMove, side: Side) -> Result<ServiceStatus, ServiceError> {
    let facts = views::facts(&ordered.row, &ordered.order);
    resulting_status(facts, step, side).ok_or_else(|| {
        let moves: Vec<_> = allowed_moves(facts, side)
            .into_iter()
            .map(ServiceMove::as_str)
            .collect();
        ServiceError::MoveNotAllowed {
            status: facts.status,
            order: facts.order,
            step,
            possible: if moves.is_empty() {
                "nothing".to_owned()
            } else {
                moves.join(", ")
            },
        }
    })
}

/// Validates measurements; `measure` requires a weight or a volume, `recount` a counted quantity.
fn validate_measured(code: &str, measured: Option<Measurements>) -> Result<Measurements, FieldErrors> {
    let measured = measured.unwrap_or_default();
    let mut errors = FieldErrors::default();
    for (field, value, max) in [
        (
            "measured.weight_grams",
            measured.weight_grams,
            item_limits::WEIGHT_GRAMS,
        ),
        ("measured.length_mm", measured.length_mm, limits::SIDE_MM),
        ("measured.width_mm", measured.width_mm, limits::SIDE_MM),
        ("measured.height_mm", measured.height_mm, limits::SIDE_MM),
        (
            "measured.counted_quantity",
            measured.counted_quantity,
            item_limits::QUANTITY,
        ),
    ] {
        let min = i64::from(field != "measured.counted_quantity");
        if let Some(value) = value {
            errors.range(field, value, min, max);
        }
    }
    match code {
        "measure" if measured.weight_grams.is_none() && measured.volume_cm3().is_none() => {
            errors.add("measured.weight_grams", Rule::Required);
        }
        "recount" if measured.counted_quantity.is_none() => errors.add("measured.counted_quantity", Rule::Required),
        _ => {}
    }
    if measured
        .volume_cm3()
        .is_some_and(|volume| volume > item_limits::VOLUME_CM3)
    {
        errors.add("measured.length_mm", Rule::OutOfRange(1, limits::SIDE_MM));
    }
    errors.into_result(measured)
}

/// The facts that decide whether a service with photos or videos is done.
#[derive(FromQueryResult)]
struct MediaFacts {
    item_status: ItemStatus,
    counted_quantity: Option<i32>,
    files: i64,
}

/// Checks that the files of a service are uploaded and show goods that have arrived. Before that a reason is needed; returns it.
async fn check_media(
    rows: &impl ScopedConnection,
    row: &item_service::Model,
    kind: MediaKind,
    reason: Option<String>,
) -> Result<Option<String>, ServiceError> {
    let files = media::Entity::find()
        .select_only()
        .column_as(media::Column::Id.count(), "files")
        .filter(media::Column::OrderItemServiceId.eq(row.id))
        .filter(media::Column::State.eq(MediaState::Ready))
        .filter(media::Column::Kind.eq(kind))
        .into_query();
    let facts = item::Entity::find_by_id(row.item_id)
        .select_only()
        .column_as(item::Column::Status, "item_status")
        .column(item::Column::CountedQuantity)
        .expr_as(Expr::from(files), "files");
    let facts: MediaFacts = rows.one_as(facts).await?.ok_or(OperationError::NotFound)?;
    if facts.files == 0 {
        return Err(ServiceError::MediaMissing(kind));
    }
    // Goods with a problem have arrived if they were counted.
    if facts.item_status.is_received() || facts.counted_quantity.is_some() {
        return Ok(None);
    }
    if reason.is_none() {
        return Err(ServiceError::GoodsNotArrived);
    }
    Ok(reason)
}

/// Marks a service as rendered. Measurements and counts are copied to the item.
pub async fn render(
    rows: &impl ScopedConnection,
    actor: &Actor,
    staff_id: Option<StaffId>,
    id: ItemServiceId,
    body: &Rendering,
    now: DateTime<Utc>,
) -> Result<OrderedService, ServiceError> {
    let ordered = load_and_lock(rows, Side::Staff, id, now).await?;
    let to = next_status(&ordered, ServiceMove::Render, Side::Staff)?;
    let OrderedService { row, service, order } = ordered;
    let measured = validate_measured(&service.code, body.measured)?;
    let mut errors = FieldErrors::default();
    let reason = errors.optional_text("reason", body.reason.as_deref(), item_limits::REASON);
    errors.into_result(())?;
    let reason = match service.media_kind.kind() {
        Some(kind) => check_media(rows, &row, kind, reason).await?,
        None => None,
    };
    let mut item_update = item::Entity::update_many()
        .col_expr(item::Column::Version, Expr::col(item::Column::Version).add(1))
        .col_expr(item::Column::UpdatedAt, Expr::value(now))
        .filter(item::Column::Id.eq(row.item_id));
    let counted = measured
        .counted_quantity
        .and_then(|counted| i32::try_from(counted).ok());
    for (column, value) in [
        (item::Column::WeightGrams, measured.weight_grams.map(Expr::value)),
        (item::Column::VolumeCm3, measured.volume_cm3().map(Expr::value)),
        (item::Column::CountedQuantity, counted.map(Expr::value)),
    ] {
        if let Some(value) = value {
            item_update = item_update.col_expr(column, value);
        }
    }
    let measured_json = (measured != Measurements::default())
        .then(|| Json::new(measured))
        .transpose()?;
    if measured_json.is_some() {
        rows.update_count(item_update).await?;
    }
    let update = item_service::Entity::update_many()
        .col_expr(item_service::Column::Status, Expr::value(to))
        .col_expr(item_service::Column::Measured, Expr::value(measured_json))
        .col_expr(item_service::Column::RenderedAt, Expr::value(now))
        .col_expr(item_service::Column::RenderedBy, Expr::value(staff_id))
        .col_expr(
            item_service::Column::Version,
            Expr::col(item_service::Column::Version).add(1),
        )
        .col_expr(item_service::Column::UpdatedAt, Expr::value(now))
        .filter(item_service::Column::Id.eq(row.id));
    let row = rows.update(update).await?.pop().ok_or(OperationError::NotFound)?;
    let names = service.names.clone();
    let event = Event {
        reason,
        ..Event::service(HistoryEvent::ServiceRendered, row.item_id, names, row.qty)
    };
    history::write(rows, &order, actor, event, now).await?;
    Ok(OrderedService { row, service, order })
}

/// Cancels a service and refunds its payment.
pub async fn cancel(
    tx: &impl LedgerAccess,
    actor: &Actor,
    id: ItemServiceId,
    now: DateTime<Utc>,
) -> Result<OrderedService, ServiceError> {
    let ordered = load_and_lock(tx, actor.side, id, now).await?;
    next_status(&ordered, ServiceMove::Cancel, actor.side)?;
    let OrderedService { row, service, order } = ordered;
    billing::refund(tx, actor, &order, &row, now).await?;
    let update = cancel_update(now).filter(item_service::Column::Id.eq(row.id));
    let row = tx.update(update).await?.pop().ok_or(OperationError::NotFound)?;
    let names = service.names.clone();
    record_event(tx, actor, &order, HistoryEvent::ServiceCanceled, &row, names, now).await?;
    Ok(OrderedService { row, service, order })
}

/// The update that cancels services; the caller adds the filter.
pub(super) fn cancel_update(now: DateTime<Utc>) -> sea_orm::UpdateMany<item_service::Entity> {
    item_service::Entity::update_many()
        .col_expr(item_service::Column::Status, Expr::value(ServiceStatus::Canceled))
        .col_expr(item_service::Column::CanceledAt, Expr::value(now))
        .col_expr(
            item_service::Column::Version,
            Expr::col(item_service::Column::Version).add(1),
        )
        .col_expr(item_service::Column::UpdatedAt, Expr::value(now))
}
