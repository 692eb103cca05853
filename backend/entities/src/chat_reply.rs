//! A reply that the staff of an agent saved, with placeholders.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ChatReplyId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "chat_replies")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ChatReplyId,
    pub agent_id: AgentId,
    pub title: String,
    pub body: String,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(Entity => Agent(Column::AgentId), assigned = |_| platform::scope::Assigned::Everything);
