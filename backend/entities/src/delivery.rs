//! A cargo delivery.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, DeliveryId, ListEntryId};
use shared_types::{
    money::Currency,
    shipments::{DeliveryStatus, FreightBasis},
};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "deliveries")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: DeliveryId,
    pub agent_id: AgentId,
    pub number: String,
    pub status: DeliveryStatus,
    pub delivery_method_id: Option<ListEntryId>,
    pub track: Option<String>,
    pub departed_at: Option<DateTimeUtc>,
    pub arrived_at: Option<DateTimeUtc>,
    pub carrier: Option<String>,
    pub route: Option<String>,
    pub cost_minor: Option<i64>,
    pub cost_currency: Option<Currency>,
    /// How the cost is split over the shipments.
    pub cost_split: FreightBasis,
    pub expected_on: Option<Date>,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(
    Entity => Agent(Column::AgentId),
    assigned = |_| platform::scope::Assigned::Everything,
    live = (platform::scope::Topic::Delivery, Column::Id)
);
