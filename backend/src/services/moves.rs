//! Steps of a service on a line: rendered, given up.

use super::{
    catalogue,
    entity::{item_service, media, service},
    orders::{Found, conflict, tell},
    pay, views,
};
use crate::{
    orders::{entity::item, history::Actor, touch},
    platform::{
        http::Failure,
        scope::{Bookkeeper, Rows},
    },
};
use chrono::{DateTime, Utc};
use sea_orm::{
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::ItemServiceId,
    items::limits as item_limits,
    orders::{HistoryEvent, Side},
    problem::{Problem, ProblemCode},
    services::{
        lifecycle::{next, possible},
        limits, *,
    },
};

/// The service on a line, and its order, locked.
async fn open(rows: &impl Rows, side: Side, id: ItemServiceId, now: DateTime<Utc>) -> Result<Found, Failure> {
    let select = item_service::Entity::find_by_id(id.0).find_also_related(service::Entity);
    let (row, what) = rows.all_with(select).await?.pop().ok_or(ProblemCode::NotFound)?;
    let what = what.ok_or(ProblemCode::NotFound)?;
    let order = touch(rows, side, row.order_id, now).await?;
    Ok((row, what, order))
}

/// Where a step leads, or a refusal that says what is possible.
fn target(found: &Found, step: ServiceMove, side: Side) -> Result<ServiceStatus, Failure> {
    let facts = views::facts(&found.0, &found.2);
    next(facts, step, side).ok_or_else(|| {
        let moves: Vec<_> = possible(facts, side).into_iter().map(ServiceMove::as_str).collect();
        let moves = if moves.is_empty() {
            "nothing".to_owned()
        } else {
            moves.join(", ")
        };
        let detail = format!(
            "a service that is {} in an order that is {} can't {}; possible now: {moves}",
            facts.status.as_str(),
            facts.order.as_str(),
            step.as_str()
        );
        Problem::new(ProblemCode::MoveNotAllowed).detail(detail).into()
    })
}

/// Checks what was measured against what the service is about.
fn checked(code: &str, measured: Option<Measured>) -> Result<Measured, FieldErrors> {
    let measured = measured.unwrap_or_default();
    let mut errors = FieldErrors::default();
    for (field, number, most) in [
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
        let least = i64::from(field != "measured.counted_quantity");
        if let Some(number) = number {
            errors.range(field, number, least, most);
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
    errors.or(measured)
}

/// The service is done; what was measured and counted becomes the line's.
pub(crate) async fn render(
    rows: &impl Rows,
    actor: &Actor,
    staff_id: Option<i64>,
    id: ItemServiceId,
    body: &Rendering,
    now: DateTime<Utc>,
) -> Result<Found, Failure> {
    let found = open(rows, Side::Staff, id, now).await?;
    let to = target(&found, ServiceMove::Render, Side::Staff)?;
    let (row, what, order) = found;
    let measured = checked(&what.code, body.measured)?;
    if let Some(kind) = catalogue::media_kind(&what.media_kind).kind() {
        let there = media::Entity::find()
            .filter(media::Column::OrderItemServiceId.eq(row.id))
            .filter(media::Column::State.eq("ready"))
            .filter(media::Column::Kind.eq(kind.as_str()));
        if rows.one(there).await?.is_none() {
            return Err(conflict(format!("upload a {} first", kind.as_str())));
        }
    }
    let mut line = item::Entity::update_many()
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
            line = line.col_expr(column, value);
        }
    }
    let said = (measured != Measured::default())
        .then(|| serde_json::to_string(&measured))
        .transpose()
        .map_err(Failure::internal)?;
    if said.is_some() {
        rows.update_count(line).await?;
    }
    let update = item_service::Entity::update_many()
        .col_expr(item_service::Column::Status, Expr::value(to.as_str()))
        .col_expr(item_service::Column::Measured, Expr::value(said))
        .col_expr(item_service::Column::RenderedAt, Expr::value(now))
        .col_expr(item_service::Column::RenderedBy, Expr::value(staff_id))
        .col_expr(
            item_service::Column::Version,
            Expr::col(item_service::Column::Version).add(1),
        )
        .col_expr(item_service::Column::UpdatedAt, Expr::value(now))
        .filter(item_service::Column::Id.eq(row.id));
    let row = rows.update(update).await?.pop().ok_or(ProblemCode::NotFound)?;
    tell(
        rows,
        actor,
        &order,
        HistoryEvent::ServiceRendered,
        &row,
        catalogue::names(&what.name, &what.name_i18n),
        now,
    )
    .await?;
    Ok((row, what, order))
}

/// Gives a service up; what was paid for it goes back.
pub(crate) async fn cancel(
    tx: &impl Bookkeeper,
    actor: &Actor,
    id: ItemServiceId,
    now: DateTime<Utc>,
) -> Result<Found, Failure> {
    let found = open(tx, actor.side, id, now).await?;
    target(&found, ServiceMove::Cancel, actor.side)?;
    let (row, what, order) = found;
    pay::back(tx, actor, &order, &row, now).await?;
    let update = given_up(now).filter(item_service::Column::Id.eq(row.id));
    let row = tx.update(update).await?.pop().ok_or(ProblemCode::NotFound)?;
    let names = catalogue::names(&what.name, &what.name_i18n);
    tell(tx, actor, &order, HistoryEvent::ServiceCanceled, &row, names, now).await?;
    Ok((row, what, order))
}

pub(super) fn given_up(now: DateTime<Utc>) -> sea_orm::UpdateMany<item_service::Entity> {
    item_service::Entity::update_many()
        .col_expr(
            item_service::Column::Status,
            Expr::value(ServiceStatus::Canceled.as_str()),
        )
        .col_expr(item_service::Column::CanceledAt, Expr::value(now))
        .col_expr(
            item_service::Column::Version,
            Expr::col(item_service::Column::Version).add(1),
        )
        .col_expr(item_service::Column::UpdatedAt, Expr::value(now))
}
