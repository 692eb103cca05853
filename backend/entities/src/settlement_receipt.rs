//! Receipts by which services that were rendered settle a part of an online payment.

use sea_orm::entity::prelude::*;
use shared_types::{
    id::{AgentId, ServicePaymentId},
    month::CalendarMonth,
};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "settlement_receipts")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub agent_id: AgentId,
    pub payment_id: ServicePaymentId,
    /// The last month whose services it settles.
    pub month: CalendarMonth,
    /// Kopecks.
    pub amount_minor: i64,
    /// Absent until the provider has answered.
    pub provider_id: Option<String>,
    pub registered_at: Option<DateTimeUtc>,
    /// When it turned out that the provider does not register it.
    pub failed_at: Option<DateTimeUtc>,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Agent(Column::AgentId), assigned = |_| platform::scope::Assigned::Everything);
