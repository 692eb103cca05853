//! Table `order_charges`: charges of an order apart from its quote. A row is the order's share of a shipment with a price, or a
//! service that was paid at once.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, ItemServiceId, OrderId, ShipmentId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "order_charges")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub order_id: OrderId,
    pub shipment_id: Option<ShipmentId>,
    pub item_service_id: Option<ItemServiceId>,
    /// In the currency of the order.
    pub amount_minor: i64,
    /// In rubles; `None` if the order has no rate.
    pub rub_minor: Option<i64>,
    pub refunded_at: Option<DateTimeUtc>,
    pub created_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "crate::shipment::Entity",
        from = "Column::ShipmentId",
        to = "crate::shipment::Column::Id"
    )]
    Shipment,
    #[sea_orm(
        belongs_to = "crate::item_service::Entity",
        from = "Column::ItemServiceId",
        to = "crate::item_service::Column::Id"
    )]
    ItemService,
}

impl ActiveModelBehavior for ActiveModel {}

// Charges are read through their orders, which are restricted to the assigned staff.
platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |_| platform::scope::Assigned::Everything,
    live = (platform::scope::Topic::Order, Column::OrderId)
);
