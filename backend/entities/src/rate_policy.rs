//! The table of rate policies: one row per agent and base currency.

use sea_orm::entity::prelude::*;
use shared_types::id::AgentId;
use shared_types::{
    fixed::{Percent, Rate},
    money::Currency,
    rates::RateSource,
};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "rate_policies")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub base: Currency,
    pub quote: Currency,
    pub kind: RateSource,
    pub fixed_rate: Option<Rate>,
    pub markup_percent: Option<Percent>,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Published(Column::AgentId));
