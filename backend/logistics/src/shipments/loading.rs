//! Loading of a cargo delivery by scan. A scan is kept even if its box does not belong to the delivery, so that it is found and taken
//! out again before the departure.

use super::{ShipmentError, deliveries};
use chrono::{DateTime, Utc};
use entities::{client, delivery, loaded_place, shipment, shipment_place as place};
use platform::scope::ScopedConnection;
use sea_orm::{ActiveValue::NotSet, Condition, QueryOrder, QuerySelect, Set, entity::prelude::*};
use shared_types::{
    codes::{Code, CodeKind, MAX_SCANNED_LENGTH, Scanned, without_scanner_marks},
    fields::{FieldErrors, Rule},
    id::{DeliveryId, PlaceId, ShipmentId},
    shipments::*,
};
use std::collections::{BTreeMap, BTreeSet};
use trade::orders::history::Actor;

/// A unit by its ids. A whole shipment has no place.
type UnitKey = (ShipmentId, Option<PlaceId>);

/// A shipment with its client.
type Carried = (shipment::Model, Option<client::Model>);

fn unit_view((shipment, client): &Carried, place: Option<&place::Model>) -> LoadUnit {
    LoadUnit {
        shipment_id: shipment.id,
        shipment_number: shipment.number.clone(),
        status: shipment.status,
        client_code: client.as_ref().map(|client| client.code.clone()).unwrap_or_default(),
        place_id: place.map(|place| place.id),
        number: place.map(|place| place.number),
        places: place.map_or(shipment.places.unwrap_or(1).max(1), |_| 1),
        weight_grams: place.map_or(shipment.weight_grams, |place| place.weight_grams),
        delivery_id: shipment.delivery_id,
    }
}

/// The units of shipments by their keys: their places, or the whole shipment if it has none.
async fn units_of(rows: &impl ScopedConnection, shipments: &[Carried]) -> Result<BTreeMap<UnitKey, LoadUnit>, DbErr> {
    if shipments.is_empty() {
        return Ok(BTreeMap::new());
    }
    let select = place::Entity::find()
        .filter(rows.id_in(place::Column::ShipmentId, shipments.iter().map(|(row, _)| row.id)))
        .order_by_asc(place::Column::Number);
    let mut places: BTreeMap<ShipmentId, Vec<place::Model>> = BTreeMap::new();
    for row in rows.all(select).await? {
        places.entry(row.shipment_id).or_default().push(row);
    }
    let mut units = BTreeMap::new();
    for carried in shipments {
        let id = carried.0.id;
        match places.get(&id) {
            Some(places) => {
                units.extend(
                    places
                        .iter()
                        .map(|place| ((id, Some(place.id)), unit_view(carried, Some(place)))),
                );
            }
            None => {
                units.insert((id, None), unit_view(carried, None));
            }
        }
    }
    Ok(units)
}

async fn carried(rows: &impl ScopedConnection, condition: Condition) -> Result<Vec<Carried>, DbErr> {
    let select = shipment::Entity::find()
        .find_also_related(client::Entity)
        .filter(condition)
        .order_by_asc(shipment::Column::Id);
    rows.all_with(select).await
}

/// How far the loading of a delivery is.
pub(super) async fn view(rows: &impl ScopedConnection, id: DeliveryId) -> Result<DeliveryLoading, DbErr> {
    let scanned = loaded_place::Entity::find()
        .filter(loaded_place::Column::DeliveryId.eq(id))
        .order_by_asc(loaded_place::Column::Id);
    let scanned = rows.all(scanned).await?;
    // The shipments that the delivery carries, and the shipments that were scanned into it.
    let of_scans = scanned.iter().map(|row| row.shipment_id).collect::<BTreeSet<_>>();
    let condition = Condition::any()
        .add(shipment::Column::DeliveryId.eq(id))
        .add(rows.id_in(shipment::Column::Id, of_scans));
    let shipments = carried(rows, condition).await?;
    let mut units = units_of(rows, &shipments).await?;
    let mut loading = DeliveryLoading::default();
    for row in scanned {
        // A shipment that got places after it was scanned has to be scanned again.
        let Some(unit) = units.remove(&(row.shipment_id, row.place_id)) else {
            continue;
        };
        if unit.delivery_id == Some(id) {
            loading.loaded += i64::from(unit.places);
        } else {
            loading.surplus.push(LoadedUnit {
                unit,
                actor_name: row.actor_name,
                loaded_at: row.loaded_at,
            });
        }
    }
    loading.missing = units
        .into_values()
        .filter(|unit| unit.delivery_id == Some(id))
        .collect();
    let missing = loading.missing.iter().map(|unit| i64::from(unit.places));
    loading.expected = loading.loaded + missing.sum::<i64>();
    Ok(loading)
}

/// The names of the units that a step leaves behind. Fails unless the person has named them all. Who does not load by scan has no such
/// units.
pub(super) async fn units_left_behind(
    rows: &impl ScopedConnection,
    id: DeliveryId,
    step: &DeliveryStep,
) -> Result<Vec<String>, ShipmentError> {
    if step.step != DeliveryMove::Depart {
        return Ok(Vec::new());
    }
    let named = step.left_behind.as_ref();
    // Locked, so that no scan comes between.
    deliveries::lock(rows, id).await?;
    let loading = view(rows, id).await?;
    if loading.loaded == 0 && loading.surplus.is_empty() {
        return Ok(Vec::new());
    }
    let is_named = |unit: &&LoadUnit| {
        named.is_some_and(|named| match unit.place_id {
            Some(place) => named.places.contains(&place),
            None => named.shipments.contains(&unit.shipment_id),
        })
    };
    let unnamed: Vec<&LoadUnit> = loading.missing.iter().filter(|unit| !is_named(unit)).collect();
    if unnamed.is_empty() {
        return Ok(loading.missing.iter().map(LoadUnit::name).collect());
    }
    let shipments: BTreeSet<&String> = unnamed.iter().map(|unit| &unit.shipment_number).collect();
    Err(ShipmentError::BoxesMissing(
        unnamed.iter().map(|unit| unit.name()).collect(),
        shipments.into_iter().cloned().collect(),
    ))
}

/// Finds the shipment of a code, and the place if it is the code of one. The shipment is locked.
async fn find_scanned(
    rows: &impl ScopedConnection,
    code: &str,
) -> Result<Option<(shipment::Model, Option<place::Model>)>, DbErr> {
    for reading in Scanned::readings(code) {
        let (shipment, place) = match reading {
            Scanned::LabelCode(Code {
                kind: CodeKind::Place,
                id,
            }) => {
                let Some(place) = rows.one(place::Entity::find_by_id(PlaceId(id))).await? else {
                    continue;
                };
                (shipment::Column::Id.eq(place.shipment_id), Some(place))
            }
            Scanned::LabelCode(Code {
                kind: CodeKind::Shipment,
                id,
            }) => (shipment::Column::Id.eq(id), None),
            Scanned::Text(text) if !text.is_empty() => (shipment::Column::Number.eq(text), None),
            _ => continue,
        };
        let select = shipment::Entity::find().filter(shipment).lock_exclusive();
        if let Some(shipment) = rows.one(select).await? {
            return Ok(Some((shipment, place)));
        }
    }
    Ok(None)
}

/// The unit that a scan loads: a shipment with one place stands for that place. Fails with the outcome if there are several.
fn chosen_unit(units: &BTreeMap<UnitKey, LoadUnit>, place: Option<&place::Model>) -> Result<LoadUnit, LoadResult> {
    let mut of_scan = units
        .values()
        .filter(|unit| place.is_none_or(|place| unit.place_id == Some(place.id)));
    match (of_scan.next(), of_scan.next()) {
        (Some(unit), None) => Ok(unit.clone()),
        (Some(_), Some(_)) => Err(LoadResult::ScanPlaces),
        (None, _) => Err(LoadResult::Unknown),
    }
}

/// Takes a scan at the loading of a delivery.
pub(super) async fn scan(
    rows: &impl ScopedConnection,
    actor: &Actor,
    id: DeliveryId,
    body: &LoadScan,
    now: DateTime<Utc>,
) -> Result<LoadOutcome, ShipmentError> {
    let mut errors = FieldErrors::default();
    errors.required_text("code", &without_scanner_marks(&body.code), MAX_SCANNED_LENGTH);
    errors.into_result(())?;
    let row = deliveries::lock_open(rows, id).await?;
    let (result, unit) = match find_scanned(rows, &body.code).await? {
        None => (LoadResult::Unknown, None),
        Some((shipment, place)) => {
            let shipments = carried(rows, Condition::all().add(shipment::Column::Id.eq(shipment.id))).await?;
            match chosen_unit(&units_of(rows, &shipments).await?, place.as_ref()) {
                Err(result) => (result, shipments.first().map(|carried| unit_view(carried, None))),
                Ok(unit) => (load(rows, actor, &row, &shipment, &unit, now).await?, Some(unit)),
            }
        }
    };
    Ok(LoadOutcome {
        result,
        unit,
        loading: view(rows, row.id).await?,
    })
}

/// Loads a unit. A shipment that no delivery carries joins this one.
async fn load(
    rows: &impl ScopedConnection,
    actor: &Actor,
    delivery: &delivery::Model,
    shipment: &shipment::Model,
    unit: &LoadUnit,
    now: DateTime<Utc>,
) -> Result<LoadResult, ShipmentError> {
    let is_ready = shipment.status.is_loadable();
    let result = match shipment.delivery_id {
        Some(carrier) if carrier == delivery.id => LoadResult::Loaded,
        Some(_) => LoadResult::OtherDelivery,
        None if is_ready => LoadResult::Added,
        None => LoadResult::NotReady,
    };
    let of_unit = match unit.place_id {
        Some(place) => Condition::all().add(loaded_place::Column::PlaceId.eq(place)),
        None => Condition::all()
            .add(loaded_place::Column::ShipmentId.eq(shipment.id))
            .add(loaded_place::Column::PlaceId.is_null()),
    };
    let before = rows.one(loaded_place::Entity::find().filter(of_unit.clone())).await?;
    let was_here = before.as_ref().is_some_and(|row| row.delivery_id == delivery.id);
    if result == LoadResult::Added {
        deliveries::set_delivery(rows, std::slice::from_ref(shipment), Some(delivery.id), now).await?;
    }
    if was_here {
        return Ok(if result == LoadResult::Loaded {
            LoadResult::Already
        } else {
            result
        });
    }
    if before.is_some() {
        rows.delete_where(loaded_place::Entity::delete_many().filter(of_unit))
            .await?;
    }
    let loaded = loaded_place::ActiveModel {
        id: NotSet,
        agent_id: Set(shipment.agent_id),
        client_id: Set(shipment.client_id),
        delivery_id: Set(delivery.id),
        shipment_id: Set(shipment.id),
        place_id: Set(unit.place_id),
        actor_name: Set(actor.name.clone()),
        loaded_at: Set(now),
    };
    rows.insert(loaded).await?;
    Ok(result)
}

/// Takes units out of a delivery again. Its shipments stay in it.
pub(super) async fn remove(
    rows: &impl ScopedConnection,
    id: DeliveryId,
    body: &LoadRemoval,
) -> Result<DeliveryLoading, ShipmentError> {
    let mut errors = FieldErrors::default();
    for (field, count) in [("places", body.places.len()), ("shipments", body.shipments.len())] {
        if count > LOAD {
            errors.add(field, Rule::TooMany(LOAD));
        }
    }
    let row = deliveries::lock(rows, id).await?;
    if body.places.is_empty() && body.shipments.is_empty() {
        errors.add("places", Rule::Required);
    }
    errors.into_result(())?;
    let whole = Condition::all()
        .add(loaded_place::Column::PlaceId.is_null())
        .add(rows.id_in(loaded_place::Column::ShipmentId, body.shipments.iter().copied()));
    let units = Condition::any()
        .add(rows.id_in(loaded_place::Column::PlaceId, body.places.iter().copied()))
        .add(whole);
    let units = Condition::all()
        .add(loaded_place::Column::DeliveryId.eq(row.id))
        .add(units);
    let found = rows.all(loaded_place::Entity::find().filter(units.clone())).await?;
    let mut errors = FieldErrors::default();
    let is_loaded = |place: &PlaceId| found.iter().any(|row| row.place_id == Some(*place));
    if !body.places.iter().all(is_loaded) {
        errors.add("places", Rule::NotYours);
    }
    let is_whole = |id: &ShipmentId| found.iter().any(|row| row.place_id.is_none() && row.shipment_id == *id);
    if !body.shipments.iter().all(is_whole) {
        errors.add("shipments", Rule::NotYours);
    }
    errors.into_result(())?;
    deliveries::ensure_open(&row)?;
    rows.delete_where(loaded_place::Entity::delete_many().filter(units))
        .await?;
    Ok(view(rows, row.id).await?)
}
