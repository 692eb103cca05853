//! An entry in the history of a delivery.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, DeliveryId, UserId};
use shared_types::shipments::{DeliveryDetailChange, DeliveryStatus};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "delivery_history")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub delivery_id: DeliveryId,
    pub from_status: Option<DeliveryStatus>,
    pub to_status: DeliveryStatus,
    pub actor_user_id: Option<UserId>,
    pub actor_name: String,
    /// Changes of the details.
    pub changes: Option<crate::json::Json<Vec<DeliveryDetailChange>>>,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(
    Entity => Agent(Column::AgentId),
    assigned = |_| platform::scope::Assigned::Everything,
    live = (platform::scope::Topic::Delivery, Column::DeliveryId)
);
