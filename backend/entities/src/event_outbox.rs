//! Changes that wait to be published in the event feed. Triggers write them.

use sea_orm::entity::prelude::*;
use shared_types::events::{EventObject, RowChange};
use shared_types::id::{AgentId, ClientId, OrderId, ShipmentId};
use shared_types::orders::OrderStatus;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "event_outbox")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub client_id: Option<ClientId>,
    pub object: EventObject,
    pub object_id: i64,
    pub order_id: Option<OrderId>,
    /// The status of the order of an item or a message.
    pub order_status: Option<OrderStatus>,
    pub shipment_id: Option<ShipmentId>,
    pub change: RowChange,
    pub old_state: Option<String>,
    pub new_state: Option<String>,
    /// Absent if the row does not say when it changed.
    pub changed_at: Option<DateTimeUtc>,
}

crate::relations!();

// Only the task that publishes the changes of all agents reads them.
platform::owned!(Entity => Global);
