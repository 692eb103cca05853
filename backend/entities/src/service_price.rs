//! An agent's price of a service in one currency.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ServiceId};
use shared_types::money::Currency;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "agent_service_prices")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub service_id: ServiceId,
    pub currency: Currency,
    pub price_minor: i64,
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
