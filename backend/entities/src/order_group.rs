//! Table `order_groups`: the items of an order from one shop.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, GroupId, OrderId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "order_groups")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: GroupId,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub order_id: OrderId,
    pub shop_key: String,
    pub shop_name: String,
    pub shop_url: Option<String>,
    pub marketplace: Option<String>,
    pub domestic_minor: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::order::assigned_orders(Column::OrderId, staff_id))
);
