//! The table of refunds of payments.

use sea_orm::entity::prelude::*;
use shared_types::money::Currency;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "refunds")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: i64,
    pub client_id: i64,
    pub payment_id: i64,
    pub item_id: Option<i64>,
    pub entry_id: i64,
    pub amount_minor: i64,
    pub currency: Currency,
    pub reason: String,
    pub actor_user_id: Option<i64>,
    pub created_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(Entity => Client(Column::AgentId, Column::ClientId), assigned = |_| platform::scope::Assigned::Everything);
