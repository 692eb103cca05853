//! An item in a shipment. `released_at` is set when the item is removed.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, ItemId, ShipmentId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "shipment_items")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub shipment_id: ShipmentId,
    pub item_id: ItemId,
    pub quantity: i32,
    pub released_at: Option<DateTimeUtc>,
    pub created_at: DateTimeUtc,
}

crate::relations!(Item: ItemId => crate::order_item);

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::client::managed_by(Column::ClientId, staff_id)),
    live = (platform::scope::Topic::Shipment, Column::ShipmentId)
);
