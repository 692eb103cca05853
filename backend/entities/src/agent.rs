//! An agent: a purchasing intermediary, and a tenant of the system.

use sea_orm::entity::prelude::*;
use shared_types::id::AgentId;
use shared_types::money::Currency;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "agents")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: AgentId,
    pub name: String,
    pub subdomain: String,
    pub referral_hash: String,
    pub currency: Currency,
    pub disabled_at: Option<DateTimeUtc>,
    pub onboarding_step: Option<String>,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(Entity => Global);
