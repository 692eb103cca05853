//! Online payments to service accounts.

use sea_orm::entity::prelude::*;
use shared_types::{
    billing::ServicePaymentStatus,
    email_address::EmailAddress,
    id::{AgentId, ServicePaymentId, UserId},
};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "service_payments")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ServicePaymentId,
    pub agent_id: AgentId,
    pub user_id: UserId,
    /// Kopecks.
    pub amount_minor: i64,
    /// Kopecks that were paid back.
    pub refunded_minor: i64,
    pub status: ServicePaymentStatus,
    /// Sent to the provider with every attempt to create the payment.
    pub idempotence_key: String,
    /// Absent until the provider has answered.
    pub provider_id: Option<String>,
    pub confirmation_url: Option<String>,
    /// Where its receipts are sent.
    pub receipt_email: Option<EmailAddress>,
    /// Kopecks for which services were rendered and settled by receipts.
    pub settled_minor: i64,
    /// The amount at the provider, as text, if it is not the one that was asked for.
    pub provider_amount: Option<String>,
    /// Kopecks that the operator has credited instead of `amount_minor`.
    pub credited_minor: Option<i64>,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

impl Model {
    /// Kopecks that a succeeded payment has put on the balance.
    pub fn paid_minor(&self) -> i64 {
        self.credited_minor.unwrap_or(self.amount_minor)
    }
}

platform::owned!(Entity => Agent(Column::AgentId), assigned = |_| platform::scope::Assigned::Everything);
