//! A service ordered on an item.

use crate::json::Json;
use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, EntryId, ItemId, ItemServiceId, OrderId, ServiceId, StaffId};
use shared_types::{
    money::Currency,
    orders::Side,
    services::{Measurements, ServiceStatus},
};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "order_item_services")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ItemServiceId,
    pub agent_id: AgentId,
    pub client_id: ClientId,
    pub order_id: OrderId,
    pub item_id: ItemId,
    pub service_id: ServiceId,
    pub status: ServiceStatus,
    pub qty: i32,
    pub free: bool,
    /// The price at the time of ordering, in the order's currency.
    pub unit_price_minor: i64,
    pub currency: Currency,
    /// Whether the order's quote includes it.
    pub quoted: bool,
    pub paid_amount_minor: i64,
    /// The ledger entry, if it was paid separately from the order.
    pub entry_id: Option<EntryId>,
    pub comment: String,
    pub measured: Option<Json<Measurements>>,
    pub ordered_by: Side,
    pub rendered_at: Option<DateTimeUtc>,
    pub rendered_by: Option<StaffId>,
    pub canceled_at: Option<DateTimeUtc>,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(
        belongs_to = "super::service::Entity",
        from = "Column::ServiceId",
        to = "super::service::Column::Id"
    )]
    Service,
    #[sea_orm(
        belongs_to = "crate::order_item::Entity",
        from = "Column::ItemId",
        to = "crate::order_item::Column::Id"
    )]
    Item,
}

impl Related<super::service::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Service.def()
    }
}

impl ActiveModelBehavior for ActiveModel {}

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |staff_id| platform::scope::Assigned::Only(crate::order::assigned_orders(Column::OrderId, staff_id)),
    live = (platform::scope::Topic::Order, Column::OrderId)
);
