//! How much of the other side's activity in an order a person has seen.

use sea_orm::entity::prelude::*;
use shared_types::{
    id::{AgentId, ClientId, OrderId, UserId},
    orders::Side,
};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "order_reads")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub order_id: OrderId,
    /// The side on which the person reads: the same person can be staff and a member of a client.
    pub side: Side,
    pub user_id: UserId,
    /// The number of the last seen activity of the other side.
    pub seen_activity: i64,
    pub read_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::order::assigned_orders(Column::OrderId, staff_id))
);
