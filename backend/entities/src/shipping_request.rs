//! A client's request to ship items.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, ListEntryId, ShippingRequestId};
use shared_types::{
    recipients::RecipientSnapshot,
    shipments::{ShippingGrouping, ShippingRequestStatus},
};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "shipping_requests")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ShippingRequestId,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub number: String,
    pub status: ShippingRequestStatus,
    pub grouping: ShippingGrouping,
    pub wishes: String,
    pub recipient: Option<crate::json::Json<RecipientSnapshot>>,
    pub delivery_method_id: Option<ListEntryId>,
    pub answer: Option<String>,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!(Client: ClientId => crate::client);

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::client::managed_by(Column::ClientId, staff_id)),
    live = (platform::scope::Topic::ShippingRequest, Column::Id)
);
