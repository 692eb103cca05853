//! The table of invoices that the service issues to agents.

use sea_orm::entity::prelude::*;
use shared_types::id::AgentId;
use shared_types::money::Currency;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "invoices")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub tariff: String,
    pub amount_minor: i64,
    pub currency: Currency,
    pub due_at: DateTimeUtc,
    pub paid_at: Option<DateTimeUtc>,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(Entity => Agent(Column::AgentId), assigned = |_| platform::scope::Assigned::Everything);
