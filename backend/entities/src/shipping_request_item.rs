//! An item of a shipping request. `released_at` is set when it no longer waits for the request.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, ItemId, ShipmentId, ShippingRequestId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "shipping_request_items")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub request_id: ShippingRequestId,
    pub item_id: ItemId,
    /// The shipment that it was packed into.
    pub shipment_id: Option<ShipmentId>,
    pub released_at: Option<DateTimeUtc>,
    pub created_at: DateTimeUtc,
}

crate::relations!(Item: ItemId => crate::order_item);

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::client::managed_by(Column::ClientId, staff_id))
);
