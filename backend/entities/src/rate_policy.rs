//! The table of rate policies: one row per agent and base currency.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "rate_policies")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: i64,
    pub base: String,
    pub quote: String,
    pub kind: String,
    pub fixed_rate: Option<String>,
    pub markup_percent: Option<String>,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(Entity => Published(Column::AgentId));
