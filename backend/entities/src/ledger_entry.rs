//! The table of entries. Entries are never changed or deleted.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "ledger_entries")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: i64,
    pub kind: String,
    pub document_type: String,
    pub document_id: i64,
    pub reverses_id: Option<i64>,
    pub memo: String,
    pub actor_user_id: Option<i64>,
    pub created_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(Entity => Books(Column::AgentId, None));
