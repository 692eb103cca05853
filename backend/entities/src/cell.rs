//! A cell of the warehouse. Items refer to it by its name.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, CellId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "cells")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: CellId,
    pub agent_id: AgentId,
    pub name: String,
    pub name_key: String,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Agent(Column::AgentId), assigned = |_| platform::scope::Assigned::Everything);
