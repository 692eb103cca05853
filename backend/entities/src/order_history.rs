//! Table `order_history`: the events of an order.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "order_history")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: i64,
    pub client_id: i64,
    pub order_id: i64,
    pub item_id: Option<i64>,
    pub event: String,
    pub from_status: Option<String>,
    pub to_status: Option<String>,
    pub step: Option<String>,
    pub actor_kind: String,
    pub actor_user_id: Option<i64>,
    pub actor_name: String,
    pub via: String,
    pub detail: String,
    pub changes: Option<String>,
    pub reason: Option<String>,
    pub created_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(Entity => Client(Column::AgentId, Column::ClientId), assigned = |staff_id| platform::scope::Assigned::Only(crate::order::assigned_orders(Column::OrderId, staff_id)));
