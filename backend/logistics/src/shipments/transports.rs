//! Transport of shipments: the staff's entries about their cargo deliveries, for the client.

use chrono::{DateTime, NaiveDate, Utc};
use entities::{delivery, lists::pickup_point, shipment};
use platform::scope::ScopedConnection;
use sea_orm::{DbErr, FromQueryResult, QuerySelect, QueryTrait, entity::prelude::*, sea_query::Expr};
use shared_types::{
    id::ShipmentId,
    shipments::{ShipmentSummary, ShipmentTransport},
};
use std::collections::HashMap;

#[derive(FromQueryResult)]
struct TransportRow {
    shipment_id: ShipmentId,
    carrier: Option<String>,
    route: Option<String>,
    expected_on: Option<NaiveDate>,
    departed_at: Option<DateTime<Utc>>,
    arrived_at: Option<DateTime<Utc>>,
    point: Option<String>,
    city: Option<String>,
    address: Option<String>,
}

/// Adds the transport to each shipment that is in a delivery. Takes one statement, or none if no shipment is.
///
/// A delivery carries shipments of several clients, so it is read through the shipments of the scope.
pub(super) async fn add_to(rows: &impl ScopedConnection, shipments: &mut [ShipmentSummary]) -> Result<(), DbErr> {
    let loaded: Vec<ShipmentId> = shipments
        .iter()
        .filter(|shipment| shipment.delivery_id.is_some())
        .map(|shipment| shipment.id)
        .collect();
    if loaded.is_empty() {
        return Ok(());
    }
    let mut select = shipment::Entity::find().select_only();
    QueryTrait::query(&mut select)
        .inner_join(
            delivery::Entity,
            Expr::cust("deliveries.id = shipments.delivery_id AND deliveries.agent_id = shipments.agent_id"),
        )
        .left_join(
            pickup_point::Entity,
            Expr::cust("pickup_points.id = shipments.pickup_point_id AND pickup_points.agent_id = shipments.agent_id"),
        );
    let select = select
        .column_as(shipment::Column::Id, "shipment_id")
        .columns([
            delivery::Column::Carrier,
            delivery::Column::Route,
            delivery::Column::ExpectedOn,
            delivery::Column::DepartedAt,
            delivery::Column::ArrivedAt,
        ])
        .column_as(pickup_point::Column::Name, "point")
        .columns([pickup_point::Column::City, pickup_point::Column::Address])
        .filter(rows.id_in(shipment::Column::Id, loaded));
    let found: Vec<TransportRow> = rows.all_as(select).await?;
    let mut found: HashMap<ShipmentId, TransportRow> = found.into_iter().map(|row| (row.shipment_id, row)).collect();
    for shipment in shipments {
        shipment.transport = found.remove(&shipment.id).map(|row| {
            let place: Vec<String> = [row.point, row.city, row.address].into_iter().flatten().collect();
            ShipmentTransport {
                carrier: row.carrier,
                route: row.route,
                expected_on: row.expected_on,
                departed_at: row.departed_at,
                arrived_at: row.arrived_at,
                pickup_place: (!place.is_empty()).then(|| place.join(", ")),
            }
        });
    }
    Ok(())
}
