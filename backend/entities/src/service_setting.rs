//! An agent's setting of a service: whether it is offered, and whether it is free or paid.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ServiceId};
use shared_types::services::ServiceMode;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "agent_service_settings")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub service_id: ServiceId,
    pub enabled: bool,
    pub mode: ServiceMode,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::service::Entity",
        from = "Column::ServiceId",
        to = "super::service::Column::Id"
    )]
    Service,
}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(Entity => Published(Column::AgentId));
