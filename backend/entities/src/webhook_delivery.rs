//! The delivery of an event to a webhook.

use sea_orm::entity::prelude::*;
use shared_types::id::{AgentId, ClientId, WebhookDeliveryId, WebhookId};
use shared_types::webhooks::WebhookDeliveryState;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "webhook_deliveries")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: WebhookDeliveryId,
    pub agent_id: AgentId,
    pub client_id: Option<ClientId>,
    pub webhook_id: WebhookId,
    /// The id of the event that is sent.
    pub event_key: String,
    pub event_type: String,
    pub body: String,
    pub state: WebhookDeliveryState,
    pub attempts: i32,
    pub next_attempt_at: Option<DateTimeUtc>,
    pub answer_status: Option<i32>,
    pub answer: Option<String>,
    pub error: Option<String>,
    pub duration_ms: Option<i64>,
    pub delivered_at: Option<DateTimeUtc>,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |_| platform::scope::Assigned::Everything
);
