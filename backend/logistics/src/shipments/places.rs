//! The places (boxes) of a shipment. As long as a shipment has places, its weight, volume and number of places follow them.

use super::{
    ShipmentError,
    contents::{lock, save, versioned_update},
    history::record_places,
    place_items,
};
use chrono::{DateTime, Utc};
use entities::{
    shipment::{self, Column},
    shipment_place as place,
};
use platform::scope::ScopedConnection;
use sea_orm::{ActiveValue::NotSet, QueryOrder, QuerySelect, Set, entity::prelude::*, sea_query::Expr};
use shared_types::{
    codes::{Code, CodeKind},
    fields::{FieldErrors, Rule},
    id::{PlaceId, ShipmentId},
    items::limits,
    shipments::*,
};
use std::collections::BTreeMap;
use trade::orders::history::Actor;

async fn load(rows: &impl ScopedConnection, shipment: ShipmentId) -> Result<Vec<place::Model>, DbErr> {
    load_many(rows, &[shipment]).await
}

async fn load_many(rows: &impl ScopedConnection, shipments: &[ShipmentId]) -> Result<Vec<place::Model>, DbErr> {
    let select = place::Entity::find()
        .filter(rows.id_in(place::Column::ShipmentId, shipments.iter().copied()))
        .order_by_asc(place::Column::Number);
    rows.all(select).await
}

/// The places of a shipment with their contents.
pub(super) async fn list(rows: &impl ScopedConnection, shipment: ShipmentId) -> Result<ShipmentPlaces, DbErr> {
    let places = list_many(rows, &[shipment]).await?.remove(&shipment);
    let mut list = ShipmentPlaces {
        places: places.unwrap_or_default(),
        density: None,
    };
    list.density = list.totals().density();
    Ok(list)
}

/// The places of shipments with their contents. Takes two statements.
pub(super) async fn list_many(
    rows: &impl ScopedConnection,
    shipments: &[ShipmentId],
) -> Result<BTreeMap<ShipmentId, Vec<ShipmentPlace>>, DbErr> {
    let places = load_many(rows, shipments).await?;
    let mut contents: BTreeMap<PlaceId, Vec<PlaceItem>> = BTreeMap::new();
    for row in place_items::load(rows, &places).await? {
        contents.entry(row.place_id).or_default().push(PlaceItem {
            item_id: row.item_id,
            quantity: row.quantity,
        });
    }
    let view = |place: &place::Model| ShipmentPlace {
        id: place.id,
        number: place.number,
        code: Code {
            kind: CodeKind::Place,
            id: place.id.0,
        }
        .to_string(),
        measures: place.measures(),
        items: contents.remove(&place.id).unwrap_or_default(),
    };
    let mut lists: BTreeMap<ShipmentId, Vec<ShipmentPlace>> = BTreeMap::new();
    for (place, view) in places.iter().zip(places.iter().map(view)) {
        lists.entry(place.shipment_id).or_default().push(view);
    }
    Ok(lists)
}

fn totals(places: &[place::Model]) -> PlaceTotals {
    let measures: Vec<PlaceMeasures> = places.iter().map(place::Model::measures).collect();
    PlaceTotals::sum_up(&measures)
}

/// Whether a shipment has places, so that its measures follow them.
pub(super) async fn has_places(rows: &impl ScopedConnection, shipment: ShipmentId) -> Result<bool, DbErr> {
    let select = place::Entity::find()
        .filter(place::Column::ShipmentId.eq(shipment))
        .limit(1);
    Ok(rows.one(select).await?.is_some())
}

/// Locks a shipment whose size can still change.
async fn lock_measurable(rows: &impl ScopedConnection, id: ShipmentId) -> Result<shipment::Model, ShipmentError> {
    let row = lock(rows, id).await?;
    match row.status {
        ShipmentStatus::Forming | ShipmentStatus::Packed => Ok(row),
        status => Err(ShipmentError::ShipmentPriced(status)),
    }
}

/// Validates the measures of a place. Zero means unknown.
fn check_measures(errors: &mut FieldErrors, weight: Option<i64>, [length, width, height]: [Option<i64>; 3]) {
    for (field, value, most) in [
        ("weight_grams", weight, limits::WEIGHT_GRAMS),
        ("length_mm", length, SIDE_MM),
        ("width_mm", width, SIDE_MM),
        ("height_mm", height, SIDE_MM),
    ] {
        if let Some(value) = value {
            errors.range(field, value, 0, most);
        }
    }
}

/// The stored value of a measure.
fn known(measure: i64) -> Option<i64> {
    (measure != 0).then_some(measure)
}

/// Adds places with the same measures. Their numbers follow the last one.
pub async fn add(
    rows: &impl ScopedConnection,
    actor: &Actor,
    id: ShipmentId,
    new: &NewPlaces,
    now: DateTime<Utc>,
) -> Result<(), ShipmentError> {
    let mut errors = FieldErrors::default();
    let count = new.count.unwrap_or(1);
    errors.range("count", count, 1, NEW_PLACES);
    check_measures(
        &mut errors,
        new.weight_grams,
        [new.length_mm, new.width_mm, new.height_mm],
    );
    errors.into_result(())?;
    let row = lock_measurable(rows, id).await?;
    let existing = load(rows, row.id).await?;
    let count = usize::try_from(count).unwrap_or(0);
    let free = MEASURED_PLACES.saturating_sub(existing.len());
    if count > free {
        let most = i64::try_from(free).unwrap_or(i64::MAX);
        return Err(FieldErrors::single("count", Rule::OutOfRange(0, most)).into());
    }
    let last = existing.last().map_or(0, |place| place.number);
    let places = (1_i32..).take(count).map(|offset| place::ActiveModel {
        id: NotSet,
        agent_id: Set(row.agent_id),
        client_id: Set(row.client_id),
        shipment_id: Set(row.id),
        number: Set(last.saturating_add(offset)),
        weight_grams: Set(new.weight_grams.and_then(known)),
        length_mm: Set(new.length_mm.and_then(known)),
        width_mm: Set(new.width_mm.and_then(known)),
        height_mm: Set(new.height_mm.and_then(known)),
        created_at: Set(now),
        updated_at: Set(now),
    });
    rows.insert_many(places.collect::<Vec<_>>(), None).await?;
    follow_places(rows, actor, &row, (&existing, None), now).await
}

/// Changes a place: what is measured of it, and what lies in it.
pub(super) async fn change(
    rows: &impl ScopedConnection,
    actor: &Actor,
    (id, place_id): (ShipmentId, PlaceId),
    change: &PlaceChange,
    now: DateTime<Utc>,
) -> Result<(), ShipmentError> {
    let mut errors = FieldErrors::default();
    check_measures(
        &mut errors,
        change.weight_grams,
        [change.length_mm, change.width_mm, change.height_mm],
    );
    errors.into_result(())?;
    let row = lock_measurable(rows, id).await?;
    let existing = load(rows, row.id).await?;
    if existing.iter().all(|place| place.id != place_id) {
        return Err(ShipmentError::NotFound);
    }
    let contents = match &change.items {
        Some(items) => place_items::replace(rows, &row, &existing, place_id, items, now).await?,
        None => Vec::new(),
    };
    let mut update = place::Entity::update_many()
        .col_expr(place::Column::UpdatedAt, Expr::value(now))
        .filter(place::Column::Id.eq(place_id));
    for (column, value) in [
        (place::Column::WeightGrams, change.weight_grams),
        (place::Column::LengthMm, change.length_mm),
        (place::Column::WidthMm, change.width_mm),
        (place::Column::HeightMm, change.height_mm),
    ] {
        if let Some(value) = value {
            update = update.col_expr(column, Expr::value(known(value)));
        }
    }
    rows.update_count(update).await?;
    let moved = existing
        .iter()
        .find(|place| place.id == place_id)
        .map(|place| (place.number, contents));
    follow_places(rows, actor, &row, (&existing, moved), now).await
}

/// Removes a place. Its label can't be scanned any more.
pub(super) async fn remove(
    rows: &impl ScopedConnection,
    actor: &Actor,
    (id, place_id): (ShipmentId, PlaceId),
    now: DateTime<Utc>,
) -> Result<(), ShipmentError> {
    let row = lock_measurable(rows, id).await?;
    let existing = load(rows, row.id).await?;
    let place = place::Entity::delete_many()
        .filter(place::Column::Id.eq(place_id))
        .filter(place::Column::ShipmentId.eq(row.id));
    if rows.delete_where(place).await? == 0 {
        return Err(ShipmentError::NotFound);
    }
    follow_places(rows, actor, &row, (&existing, None), now).await
}

/// Moves the places of a shipment that is merged into another one. What has no places gets unmeasured ones, as long as the other has
/// some: a sum without them would be too small.
pub(super) async fn absorb(
    rows: &impl ScopedConnection,
    actor: &Actor,
    (row, other): (&shipment::Model, &shipment::Model),
    now: DateTime<Utc>,
) -> Result<(), ShipmentError> {
    let both = load_many(rows, &[row.id, other.id]).await?;
    if both.is_empty() {
        return Ok(());
    }
    let (own, coming): (Vec<_>, Vec<_>) = both.into_iter().partition(|place| place.shipment_id == row.id);
    let mut last = own.last().map_or(0, |place| place.number);
    let mut new = Vec::new();
    if own.is_empty() {
        new.extend(unmeasured(row, row, &mut last, now));
    }
    for place in &coming {
        last = last.saturating_add(1);
        let update = place::Entity::update_many()
            .col_expr(place::Column::ShipmentId, Expr::value(row.id))
            .col_expr(place::Column::Number, Expr::value(last))
            .col_expr(place::Column::UpdatedAt, Expr::value(now))
            .filter(place::Column::Id.eq(place.id));
        rows.update_count(update).await?;
    }
    if coming.is_empty() {
        new.extend(unmeasured(row, other, &mut last, now));
    }
    if own.len() + coming.len() + new.len() > MEASURED_PLACES {
        return Err(FieldErrors::single("from", Rule::TooMany(MEASURED_PLACES)).into());
    }
    if !new.is_empty() {
        rows.insert_many(new, None).await?;
    }
    follow_places(rows, actor, row, (&own, None), now).await
}

/// The places of a shipment whose size was typed. A single one has its weight and its sides.
fn unmeasured(
    row: &shipment::Model,
    typed: &shipment::Model,
    last: &mut i32,
    now: DateTime<Utc>,
) -> Vec<place::ActiveModel> {
    let count = typed.places.unwrap_or(1).max(1);
    let single = (count == 1).then_some(typed);
    let place = |_| {
        *last = last.saturating_add(1);
        place::ActiveModel {
            id: NotSet,
            agent_id: Set(row.agent_id),
            client_id: Set(row.client_id),
            shipment_id: Set(row.id),
            number: Set(*last),
            weight_grams: Set(single.and_then(|typed| typed.weight_grams)),
            length_mm: Set(single.and_then(|typed| typed.length_mm)),
            width_mm: Set(single.and_then(|typed| typed.width_mm)),
            height_mm: Set(single.and_then(|typed| typed.height_mm)),
            created_at: Set(now),
            updated_at: Set(now),
        }
    };
    (0..count).map(place).collect()
}

/// Gives the shipment the measures of its places, and adds what changed of them to its history. A packed shipment always has a
/// weight.
async fn follow_places(
    rows: &impl ScopedConnection,
    actor: &Actor,
    row: &shipment::Model,
    (before, contents): (&[place::Model], Option<(i32, Vec<PlaceItemRevision>)>),
    now: DateTime<Utc>,
) -> Result<(), ShipmentError> {
    let after = load(rows, row.id).await?;
    let totals = totals(&after);
    if row.status == ShipmentStatus::Packed && totals.weight_grams.is_none() {
        return Err(ShipmentError::ShipmentIncomplete);
    }
    for (field, sum, most) in [
        ("weight_grams", totals.weight_grams, limits::WEIGHT_GRAMS),
        ("length_mm", totals.volume_cm3, limits::VOLUME_CM3),
    ] {
        if sum.is_some_and(|sum| sum > most) {
            return Err(FieldErrors::single(field, Rule::OutOfRange(0, most)).into());
        }
    }
    let places = i32::try_from(totals.places).ok().filter(|places| *places > 0);
    let side = |of: fn(PlaceSides) -> i64| Expr::value(totals.sides.map(of));
    let update = versioned_update(row.id, now)
        .col_expr(Column::Places, Expr::value(places))
        .col_expr(Column::WeightGrams, Expr::value(totals.weight_grams))
        .col_expr(Column::VolumeCm3, Expr::value(totals.volume_cm3))
        .col_expr(Column::LengthMm, side(|sides| sides.length_mm))
        .col_expr(Column::WidthMm, side(|sides| sides.width_mm))
        .col_expr(Column::HeightMm, side(|sides| sides.height_mm));
    let saved = save(rows, update).await?;
    record_places(rows, &saved, actor, revisions(before, &after, contents), now).await?;
    Ok(())
}

/// The changes between two states of the places, with the changed contents of one of them.
fn revisions(
    before: &[place::Model],
    after: &[place::Model],
    contents: Option<(i32, Vec<PlaceItemRevision>)>,
) -> Vec<PlaceRevision> {
    let mut measures: BTreeMap<i32, [Option<PlaceMeasures>; 2]> = BTreeMap::new();
    for place in before {
        measures.entry(place.number).or_default()[0] = Some(place.measures());
    }
    for place in after {
        measures.entry(place.number).or_default()[1] = Some(place.measures());
    }
    let (changed, mut items) = contents.map_or((None, Vec::new()), |(number, items)| (Some(number), items));
    let revision = |(number, [before, after]): (i32, [Option<PlaceMeasures>; 2])| PlaceRevision {
        number,
        before,
        after,
        items: if changed == Some(number) {
            std::mem::take(&mut items)
        } else {
            Vec::new()
        },
    };
    let revisions = measures.into_iter().map(revision);
    revisions
        .filter(|revision| revision.before != revision.after || !revision.items.is_empty())
        .collect()
}
