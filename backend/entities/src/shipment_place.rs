//! A place (box) of a shipment.

use sea_orm::entity::prelude::*;
use shared_types::{
    id::{AgentId, ClientId, PlaceId, ShipmentId},
    shipments::{PlaceMeasures, PlaceSides},
};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "shipment_places")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: PlaceId,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub shipment_id: ShipmentId,
    /// Number within the shipment.
    pub number: i32,
    pub weight_grams: Option<i64>,
    pub length_mm: Option<i64>,
    pub width_mm: Option<i64>,
    pub height_mm: Option<i64>,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

impl Model {
    pub fn measures(&self) -> PlaceMeasures {
        let sides = || {
            Some(PlaceSides {
                length_mm: self.length_mm?,
                width_mm: self.width_mm?,
                height_mm: self.height_mm?,
            })
        };
        PlaceMeasures {
            weight_grams: self.weight_grams,
            sides: sides(),
        }
    }
}

crate::relations!(Shipment: ShipmentId => crate::shipment);

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::client::managed_by(Column::ClientId, staff_id)),
    live = (platform::scope::Topic::Shipment, Column::ShipmentId)
);
