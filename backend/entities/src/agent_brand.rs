//! The table of brands: at most one row per agent.

use sea_orm::entity::prelude::*;
use shared_types::{id::AgentId, settings::BrandColor};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "agent_brands")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub color: BrandColor,
    pub motto: String,
    /// The key of the logo in the storage.
    pub logo_key: Option<String>,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Published(Column::AgentId));
