//! A published event, with its places in the feeds of the agent and of the client.

use sea_orm::{Condition, entity::prelude::*};
use shared_types::events::EventType;
use shared_types::id::{AgentId, ClientId, EventId, OrderId, ShipmentId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "events")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: EventId,
    pub agent_id: AgentId,
    pub client_id: Option<ClientId>,
    /// The place in the feed of the agent. `None` if staff don't see the event.
    pub staff_sequence: Option<i64>,
    /// The place in the feed of the client. `None` if the client does not see the event.
    pub client_sequence: Option<i64>,
    pub kind: EventType,
    pub object_id: i64,
    pub number: Option<String>,
    pub order_id: Option<OrderId>,
    pub shipment_id: Option<ShipmentId>,
    pub old_state: Option<String>,
    pub new_state: Option<String>,
    pub changed_at: DateTimeUtc,
    pub published_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| {
        let orders = crate::order::assigned_orders(Column::OrderId, staff_id);
        let clients = Condition::all()
            .add(Column::OrderId.is_null())
            .add(crate::client::managed_by(Column::ClientId, staff_id));
        let condition = Condition::any().add(orders).add(clients).add(Column::ClientId.is_null());
        platform::scope::Assigned::Only(condition)
    }
);
