//! Pieces of an item in a place of a shipment.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, ItemId, PlaceId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "shipment_place_items")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub place_id: PlaceId,
    pub item_id: ItemId,
    pub quantity: i32,
    pub created_at: DateTimeUtc,
}

crate::relations!(Place: PlaceId => crate::shipment_place, Item: ItemId => crate::order_item);

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::client::managed_by(Column::ClientId, staff_id))
);
