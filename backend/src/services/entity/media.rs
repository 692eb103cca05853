//! A photo or a video of a line, from the first byte of its upload on.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "service_media")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: i64,
    pub client_id: i64,
    pub order_id: i64,
    /// The service it belongs to; none for an extra one.
    pub order_item_service_id: Option<i64>,
    /// The line an extra one belongs to.
    pub order_item_id: Option<i64>,
    /// The link it came by.
    pub upload_token_id: Option<i64>,
    pub extra_photo: bool,
    pub kind: String,
    pub state: String,
    /// As its device called it; shown, never a path.
    pub name: String,
    /// Its folder in the storage.
    pub path: String,
    /// The file in it that is served largest.
    pub file: String,
    pub sha256: Option<String>,
    pub bytes: i64,
    pub received: i64,
    pub width: i32,
    pub height: i32,
    pub has_poster: bool,
    pub hidden_from_client: bool,
    pub uploaded_via: String,
    pub expires_at: Option<DateTimeUtc>,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    /// The service it belongs to.
    #[sea_orm(
        belongs_to = "super::item_service::Entity",
        from = "Column::OrderItemServiceId",
        to = "super::item_service::Column::Id"
    )]
    ItemService,
}

impl Related<super::item_service::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::ItemService.def()
    }
}

impl ActiveModelBehavior for ActiveModel {}

crate::platform::scope::owned!(Entity => Client(Column::AgentId, Column::ClientId), assigned = |staff_id| crate::platform::scope::Assigned::Only(super::assigned_orders(Column::OrderId, staff_id)));
