//! An agent's own notification to its clients.

use crate::json::Json;
use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, NotificationId};
use shared_types::notifications::Audience;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "agent_notifications")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: NotificationId,
    pub agent_id: AgentId,
    pub title: String,
    pub body: String,
    pub audience: Json<Audience>,
    pub send_at: Option<DateTimeUtc>,
    pub sent_at: Option<DateTimeUtc>,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Agent(Column::AgentId), assigned = |_| platform::scope::Assigned::Everything);
