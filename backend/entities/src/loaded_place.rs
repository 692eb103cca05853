//! A place that was scanned into a cargo delivery, or a whole shipment without labels of places.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, DeliveryId, PlaceId, ShipmentId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "loaded_places")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub delivery_id: DeliveryId,
    pub shipment_id: ShipmentId,
    /// `None` for a whole shipment.
    pub place_id: Option<PlaceId>,
    /// Who scanned it.
    pub actor_name: String,
    pub loaded_at: DateTimeUtc,
}

crate::relations!(Shipment: ShipmentId => crate::shipment);

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::client::managed_by(Column::ClientId, staff_id)),
    live = (platform::scope::Topic::Delivery, Column::DeliveryId)
);
