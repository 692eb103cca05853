//! Table `order_quotes`: the prices that the agent set for an order. Rows are immutable; a new quote replaces the old one.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "order_quotes")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: i64,
    pub client_id: i64,
    pub order_id: i64,
    pub calculation: String,
    pub due_minor: i64,
    pub currency: String,
    pub due_rub_minor: i64,
    pub rate: String,
    pub rate_source: String,
    pub comment: String,
    pub actor_user_id: Option<i64>,
    pub created_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(Entity => Client(Column::AgentId, Column::ClientId), assigned = |staff_id| platform::scope::Assigned::Only(crate::order::assigned_orders(Column::OrderId, staff_id)));
