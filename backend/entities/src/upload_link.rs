//! An upload link for a phone. Only the hash of its token is stored.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, ItemId, ItemServiceId, OrderId, StaffId, UploadLinkId};
use shared_types::media::MediaKind;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "service_upload_tokens")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: UploadLinkId,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub order_id: OrderId,
    pub token_hash: String,
    pub order_item_service_id: Option<ItemServiceId>,
    pub order_item_id: Option<ItemId>,
    /// The kind of media that is accepted; any kind if absent.
    pub kind: Option<MediaKind>,
    pub created_by: Option<StaffId>,
    pub expires_at: DateTimeUtc,
    pub finished_at: Option<DateTimeUtc>,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::order::assigned_orders(Column::OrderId, staff_id))
);
