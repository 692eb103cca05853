//! An entry in the history of a shipping request.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, ShippingRequestId, UserId};
use shared_types::shipments::ShippingRequestStatus;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "shipping_request_history")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub request_id: ShippingRequestId,
    pub from_status: Option<ShippingRequestStatus>,
    pub to_status: ShippingRequestStatus,
    pub actor_user_id: Option<UserId>,
    pub actor_name: String,
    pub reason: Option<String>,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::client::managed_by(Column::ClientId, staff_id))
);
