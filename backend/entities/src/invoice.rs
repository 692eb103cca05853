//! Invoices of the service, one per agent and month.

use sea_orm::entity::prelude::*;
use shared_types::{
    billing::{InvoiceStage, VatRate},
    id::{AgentId, InvoiceId},
    month::CalendarMonth,
};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "invoices")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: InvoiceId,
    pub agent_id: AgentId,
    pub month: CalendarMonth,
    pub plan_name: String,
    /// Kopecks.
    pub amount_minor: i64,
    /// Without a rate, documents name no VAT.
    pub vat_rate: Option<VatRate>,
    /// The last stage that the agent's owner was notified of.
    pub notified: InvoiceStage,
    pub due_at: DateTimeUtc,
    pub read_only_at: DateTimeUtc,
    pub paid_at: Option<DateTimeUtc>,
    pub canceled_at: Option<DateTimeUtc>,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(
    Entity => Agent(Column::AgentId),
    assigned = |_| platform::scope::Assigned::Everything,
    live = (platform::scope::Topic::Invoice, Column::Id)
);
