//! Tracks of purchases: each marks the items of its purchase as sent.

use super::transitions;
use crate::orders::{OrderError, history::Actor};
use chrono::{DateTime, Utc};
use entities::{order, order_item as item};
use platform::scope::ScopedConnection;
use sea_orm::{QueryOrder, entity::prelude::*};
use shared_types::{
    fields::FieldErrors,
    items::{
        ItemMove, ItemMoves, ItemStatus, PurchaseTrack, PurchaseTracks, TRACK_LINES, TrackEffect, TrackResult,
        TrackedItem, limits,
    },
    orders::OrderStatus,
};
use std::collections::BTreeMap;

/// The lines with their texts cleaned.
fn validate(body: &PurchaseTracks) -> Result<Vec<PurchaseTrack>, FieldErrors> {
    let mut errors = FieldErrors::default();
    errors.lines("tracks", body.tracks.len(), TRACK_LINES);
    let mut tracks = Vec::new();
    for (index, line) in body.tracks.iter().enumerate().take(TRACK_LINES) {
        let mut code =
            |field: &str, text: &str| errors.required_scan(&format!("tracks[{index}].{field}"), text, limits::NUMBER);
        tracks.push(PurchaseTrack {
            marketplace_order_number: code("marketplace_order_number", &line.marketplace_order_number),
            domestic_track: code("domestic_track", &line.domestic_track),
        });
    }
    errors.into_result(tracks)
}

/// Says what each track of a list does. Takes one statement.
pub(super) async fn check(rows: &impl ScopedConnection, body: &PurchaseTracks) -> Result<Vec<TrackResult>, OrderError> {
    effects(rows, &validate(body)?).await
}

/// Says what each track does. Takes one statement.
pub async fn effects(rows: &impl ScopedConnection, tracks: &[PurchaseTrack]) -> Result<Vec<TrackResult>, OrderError> {
    let numbers = tracks.iter().map(|track| track.marketplace_order_number.clone());
    let select = item::Entity::find()
        .find_also_related(order::Entity)
        .filter(item::Column::MarketplaceOrderNumber.is_in(numbers))
        .filter(order::Column::Status.ne(OrderStatus::Draft))
        .order_by_asc(item::Column::Id);
    let mut found = BTreeMap::<String, Vec<(item::Model, order::Model)>>::new();
    for (item, order) in rows.all_with(select).await? {
        if let (Some(number), Some(order)) = (item.marketplace_order_number.clone(), order) {
            found.entry(number).or_default().push((item, order));
        }
    }
    let mut counts = BTreeMap::<&str, usize>::new();
    for track in tracks {
        *counts.entry(&track.marketplace_order_number).or_default() += 1;
    }
    let results = tracks.iter().map(|track| {
        let number = track.marketplace_order_number.as_str();
        let bought = found.get(number).map_or(&[][..], Vec::as_slice);
        let effect = if counts.get(number).is_some_and(|count| *count > 1) {
            TrackEffect::Repeated
        } else {
            effect_of(track, bought.iter().map(|(item, _)| item))
        };
        let view = |(item, order): &(item::Model, order::Model)| TrackedItem {
            id: item.id,
            order_id: order.id,
            order_number: order.number.clone(),
            title: item.title.clone(),
            status: item.status,
        };
        TrackResult {
            marketplace_order_number: track.marketplace_order_number.clone(),
            domestic_track: track.domestic_track.clone(),
            effect,
            items: bought.iter().map(view).collect(),
        }
    });
    Ok(results.collect())
}

fn effect_of<'a>(track: &PurchaseTrack, items: impl Iterator<Item = &'a item::Model>) -> TrackEffect {
    let mut effect = TrackEffect::Unknown;
    for item in items {
        match item.status {
            ItemStatus::Bought => return TrackEffect::Send,
            ItemStatus::Sent if item.domestic_track.as_deref() != Some(&*track.domestic_track) => {
                effect = TrackEffect::OtherTrack;
            }
            _ if effect == TrackEffect::Unknown => effect = TrackEffect::Nothing,
            _ => {}
        }
    }
    effect
}

/// Marks the bought items of each purchase as sent, with its track.
pub(super) async fn set(
    rows: &impl ScopedConnection,
    actor: &Actor,
    body: &PurchaseTracks,
    now: DateTime<Utc>,
) -> Result<Vec<TrackResult>, OrderError> {
    let mut results = check(rows, body).await?;
    for result in results.iter_mut().filter(|result| result.effect == TrackEffect::Send) {
        let bought = result.items.iter().filter(|item| item.status == ItemStatus::Bought);
        let moves = ItemMoves {
            domestic_track: Some(result.domestic_track.clone()),
            ..ItemMoves::new(ItemMove::Send, bought.map(|item| item.id).collect())
        };
        for moved in transitions::perform(rows, actor, &moves, now).await? {
            if let Some(item) = result.items.iter_mut().find(|item| item.id == moved.id) {
                item.status = moved.status;
            }
        }
    }
    Ok(results)
}
