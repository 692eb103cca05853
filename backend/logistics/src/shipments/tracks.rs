//! Tracks of many shipments.

use super::{ShipmentError, staff_actions::update_row};
use chrono::{DateTime, Utc};
use entities::{client, lists::transport_company, shipment};
use platform::scope::ScopedConnection;
use sea_orm::{QueryOrder, QuerySelect, entity::prelude::*};
use shared_types::{
    fields::FieldErrors,
    id::ListEntryId,
    items::TRACK_LINES,
    search_text::fold,
    settings::limits,
    shipments::{
        ShipmentChange, ShipmentDeliveryChange, ShipmentStatus, ShipmentTrack, ShipmentTrackEffect as Effect,
        ShipmentTrackResult, ShipmentTracks, TRACK,
    },
};
use std::collections::{BTreeMap, BTreeSet};
use trade::orders::history::Actor;

/// The lines with their texts cleaned.
fn validate(body: &ShipmentTracks) -> Result<Vec<ShipmentTrack>, FieldErrors> {
    let mut errors = FieldErrors::default();
    errors.lines("tracks", body.tracks.len(), TRACK_LINES);
    let mut tracks = Vec::new();
    for (index, line) in body.tracks.iter().enumerate().take(TRACK_LINES) {
        let mut code = |field: &str, text: &str| errors.required_scan(&format!("tracks[{index}].{field}"), text, TRACK);
        let (number, track) = (code("number", &line.number), code("track", &line.track));
        let path = format!("tracks[{index}].carrier");
        let carrier = errors.optional_text(&path, line.carrier.as_deref(), limits::NAME);
        tracks.push(ShipmentTrack { number, track, carrier });
    }
    errors.into_result(tracks)
}

/// A line with its effect, and what it changes.
struct Planned {
    result: ShipmentTrackResult,
    row: Option<shipment::Model>,
    company: Option<ListEntryId>,
}

impl Planned {
    fn changes(&self, replaces: bool) -> bool {
        self.result.effect == Effect::Set || (replaces && self.result.effect == Effect::Replace)
    }
}

/// Says what each track does. Takes three statements.
pub async fn effects(
    rows: &impl ScopedConnection,
    tracks: Vec<ShipmentTrack>,
) -> Result<Vec<ShipmentTrackResult>, ShipmentError> {
    let planned = plan(rows, tracks, false).await?;
    Ok(planned.into_iter().map(|line| line.result).collect())
}

async fn plan(
    rows: &impl ScopedConnection,
    tracks: Vec<ShipmentTrack>,
    locks: bool,
) -> Result<Vec<Planned>, ShipmentError> {
    // A number that was typed on the wrong keyboard layout is found, too.
    let numbers: BTreeSet<String> = tracks
        .iter()
        .flat_map(|line| [line.number.to_uppercase(), fold(&line.number).to_uppercase()])
        .collect();
    let select = shipment::Entity::find()
        .filter(shipment::Column::Number.is_in(numbers))
        .order_by_asc(shipment::Column::Id);
    let found = rows.all(if locks { select.lock_exclusive() } else { select }).await?;
    let clients = client::Entity::find().filter(client::Column::Id.is_in(found.iter().map(|row| row.client_id)));
    let clients = rows.all(clients).await?;
    let companies = rows.all(transport_company::Entity::find()).await?;
    let company_of = |name: &str| {
        let mut active = companies.iter().filter(|company| company.disabled_at.is_none());
        active.find(|company| fold(&company.name) == fold(name))
    };
    let (mut of_number, mut of_track) = (BTreeMap::<String, usize>::new(), BTreeMap::<String, usize>::new());
    for line in &tracks {
        *of_number.entry(fold(&line.number)).or_default() += 1;
        *of_track.entry(fold(&line.track)).or_default() += 1;
    }
    let is_repeated =
        |counts: &BTreeMap<String, usize>, text: &str| counts.get(&fold(text)).is_some_and(|count| *count > 1);
    let planned = tracks.into_iter().map(|line| {
        let exact = found.iter().find(|row| row.number == line.number.to_uppercase());
        let row = exact.or_else(|| found.iter().find(|row| fold(&row.number) == fold(&line.number)));
        let company = line.carrier.as_deref().and_then(company_of);
        let effect = match row {
            _ if is_repeated(&of_number, &line.number) => Effect::Repeated,
            None => Effect::Unknown,
            Some(row) => effect_on(row, &line.track, company.map(|company| company.id)),
        };
        let present = row.and_then(|row| {
            companies
                .iter()
                .find(|company| Some(company.id) == row.transport_company_id)
        });
        let client = row.and_then(|row| clients.iter().find(|client| client.id == row.client_id));
        Planned {
            company: company.map(|company| company.id),
            row: row.cloned(),
            result: ShipmentTrackResult {
                effect,
                shipment_id: row.map(|row| row.id),
                client_code: client.map(|client| client.code.clone()),
                present_track: row.and_then(|row| row.track.clone()),
                present_carrier: present.map(|company| company.name.clone()),
                is_carrier_unknown: line.carrier.is_some() && company.is_none(),
                shares_track: is_repeated(&of_track, &line.track) && effect != Effect::Repeated,
                number: line.number,
                track: line.track,
                carrier: line.carrier,
            },
        }
    });
    Ok(planned.collect())
}

fn effect_on(row: &shipment::Model, track: &str, company: Option<ListEntryId>) -> Effect {
    let has_track = row.track.as_deref().map(|present| present == track);
    let has_company = company.and_then(|company| row.transport_company_id.map(|present| present == company));
    match (has_track, has_company) {
        _ if row.status == ShipmentStatus::Canceled => Effect::Canceled,
        (Some(false), _) | (_, Some(false)) => Effect::Replace,
        (Some(true), Some(true)) => Effect::Nothing,
        (Some(true), None) if company.is_none() => Effect::Nothing,
        _ => Effect::Set,
    }
}

/// Sets the tracks, with an entry in the history of each shipment. Returns what each line did.
pub(super) async fn set(
    rows: &impl ScopedConnection,
    actor: &Actor,
    body: &ShipmentTracks,
    now: DateTime<Utc>,
) -> Result<Vec<ShipmentTrackResult>, ShipmentError> {
    let mut results = Vec::new();
    for line in plan(rows, validate(body)?, true).await? {
        if let Some(row) = line.row.clone().filter(|_| line.changes(body.replace)) {
            let change = ShipmentChange {
                track: Some(line.result.track.clone()),
                delivery: line.company.map(|company| ShipmentDeliveryChange {
                    transport_company_id: Some(Some(company)),
                    ..ShipmentDeliveryChange::default()
                }),
                ..ShipmentChange::default()
            };
            update_row(rows, actor, row, &change, None, None, now).await?;
        }
        results.push(line.result);
    }
    Ok(results)
}
