//! Table `order_history`: the events of an order.

use crate::json::Json;
use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, HistoryId, ItemId, OrderId, UserId};
use shared_types::{
    items::ItemMove,
    orders::{FieldChange, HistoryEvent, OrderStatus, Origin, Side},
};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "order_history")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: HistoryId,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub order_id: OrderId,
    pub item_id: Option<ItemId>,
    pub event: HistoryEvent,
    pub from_status: Option<OrderStatus>,
    pub to_status: Option<OrderStatus>,
    pub step: Option<ItemMove>,
    pub actor_kind: Side,
    pub actor_user_id: Option<UserId>,
    pub actor_name: String,
    pub via: Origin,
    pub detail: String,
    pub changes: Option<Json<Vec<FieldChange>>>,
    pub reason: Option<String>,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::order::assigned_orders(Column::OrderId, staff_id)),
    live = (platform::scope::Topic::Order, Column::OrderId)
);
