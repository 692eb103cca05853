//! An upload link for a phone. Only the hash of its token is stored.

use sea_orm::entity::prelude::*;
use shared_types::media::MediaKind;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "service_upload_tokens")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: i64,
    pub client_id: i64,
    pub order_id: i64,
    pub token_hash: String,
    pub order_item_service_id: Option<i64>,
    pub order_item_id: Option<i64>,
    /// The kind of media that is accepted; any kind if absent.
    pub kind: Option<MediaKind>,
    pub created_by: Option<i64>,
    pub expires_at: DateTimeUtc,
    pub finished_at: Option<DateTimeUtc>,
    pub created_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(Entity => Client(Column::AgentId, Column::ClientId), assigned = |staff_id| platform::scope::Assigned::Only(crate::order::assigned_orders(Column::OrderId, staff_id)));
