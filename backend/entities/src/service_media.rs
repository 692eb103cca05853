//! A photo or a video of an item. The row exists from the start of the upload.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, ItemId, ItemServiceId, MediaId, OrderId, UploadLinkId};
use shared_types::{media::MediaKind, services::UploadOrigin};

shared_types::named_set! {
    /// The state of an upload.
    pub enum MediaState {
        Uploading = "uploading",
        Ready = "ready",
    }
}

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "service_media")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: MediaId,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub order_id: OrderId,
    /// The service it belongs to; none for extra media of an item.
    pub order_item_service_id: Option<ItemServiceId>,
    /// The item that extra media belong to; none for media of a service.
    pub order_item_id: Option<ItemId>,
    /// The link by which it was uploaded.
    pub upload_token_id: Option<UploadLinkId>,
    pub extra_photo: bool,
    pub kind: MediaKind,
    pub state: MediaState,
    /// The file name on the sender's device. It is only displayed, never used as a path.
    pub name: String,
    /// The folder of its files in the storage.
    pub path: String,
    /// The name of the largest file in the folder, once the upload is finished.
    pub file: String,
    pub sha256: Option<String>,
    pub bytes: i64,
    pub received: i64,
    pub width: i32,
    pub height: i32,
    pub has_poster: bool,
    pub hidden_from_client: bool,
    pub uploaded_via: UploadOrigin,
    pub expires_at: Option<DateTimeUtc>,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!(ItemService: OrderItemServiceId => super::item_service);

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::order::assigned_orders(Column::OrderId, staff_id)),
    live = (platform::scope::Topic::Order, Column::OrderId)
);
