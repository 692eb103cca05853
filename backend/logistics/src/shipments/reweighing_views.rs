//! Weighings of a shipment after its price was set, as both sides see them.

use super::{ShipmentError, photos::photo_view, views::Viewer};
use entities::{
    json::Json,
    shipment_photo as photo,
    shipment_reweighing::{self as reweighing, Column},
};
use infra::media::UrlSigner;
use platform::scope::ScopedConnection;
use sea_orm::{QueryOrder, entity::prelude::*};
use shared_types::{
    id::{ReweighingId, ShipmentId},
    money::{Currency, Money},
    shipments::*,
};
use std::collections::BTreeMap;

/// Finds a weighing of a shipment.
pub(super) async fn find(
    rows: &impl ScopedConnection,
    shipment: ShipmentId,
    id: ReweighingId,
) -> Result<reweighing::Model, ShipmentError> {
    let select = reweighing::Entity::find_by_id(id).filter(Column::ShipmentId.eq(shipment));
    rows.one(select).await?.ok_or(ShipmentError::NotFound)
}

fn before_view(row: &reweighing::Model, viewer: Viewer) -> WeighedPrice {
    let of_viewer = |minor, currency| Some(Money::new(minor, currency)).filter(|_| viewer.prices);
    let charges = row.charges_before.clone().map(Json::into_inner);
    WeighedPrice {
        weight_grams: row.weight_before_grams,
        volume_cm3: row.volume_before_cm3,
        places: row.places_before,
        cost: of_viewer(row.cost_before_minor, row.currency),
        cost_rub: of_viewer(row.cost_before_rub_minor, Currency::Rub),
        charges: charges.filter(|_| viewer.prices),
    }
}

fn after_view(row: &reweighing::Model, viewer: Viewer) -> WeighedPrice {
    let of_viewer = |minor, currency| Some(Money::new(minor, currency)).filter(|_| viewer.prices);
    let charges = row.charges.clone().map(Json::into_inner);
    WeighedPrice {
        weight_grams: Some(row.weight_grams),
        volume_cm3: row.volume_cm3,
        places: row.places,
        cost: of_viewer(row.cost_minor, row.currency),
        cost_rub: of_viewer(row.cost_rub_minor, Currency::Rub),
        charges: charges.filter(|_| viewer.prices),
    }
}

/// Adds the weighings of a shipment to its view. Takes two statements.
pub(super) async fn add_to(
    rows: &impl ScopedConnection,
    card: &mut Shipment,
    viewer: Viewer,
    signer: &UrlSigner,
) -> Result<(), DbErr> {
    let of_shipment = reweighing::Entity::find()
        .filter(Column::ShipmentId.eq(card.summary.id))
        .order_by_desc(Column::Id);
    let found = rows.all(of_shipment).await?;
    let pictures = photo::Entity::find()
        .filter(rows.id_in(photo::Column::ReweighingId, found.iter().map(|row| row.id)))
        .order_by_asc(photo::Column::Id);
    let mut photos: BTreeMap<ReweighingId, Vec<ShipmentPhoto>> = BTreeMap::new();
    for picture in rows.all(pictures).await? {
        if let Some(id) = picture.reweighing_id {
            photos.entry(id).or_default().push(photo_view(&picture, signer));
        }
    }
    let view = |row: reweighing::Model| Reweighing {
        id: row.id,
        status: row.status,
        before: before_view(&row, viewer),
        after: after_view(&row, viewer),
        note: row.note,
        reason: row.reason,
        actor_name: row.actor_name,
        photos: photos.remove(&row.id).unwrap_or_default(),
        created_at: row.created_at,
        answered_at: row.answered_at,
    };
    card.reweighings = found.into_iter().map(view).collect();
    Ok(())
}
