//! A webhook of an agent, or of a client.

use crate::json::Json;
use sea_orm::entity::prelude::*;
use shared_types::events::EventType;
use shared_types::id::{AgentId, ClientId, WebhookId};
use shared_types::webhooks::DisabledReason;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "webhooks")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: WebhookId,
    pub agent_id: AgentId,
    /// The client; `None` for a webhook of the agent.
    pub client_id: Option<ClientId>,
    pub name: String,
    pub url: String,
    pub types: Json<Vec<EventType>>,
    pub is_active: bool,
    pub disabled_reason: Option<DisabledReason>,
    pub disabled_at: Option<DateTimeUtc>,
    /// The secret, encrypted by `platform::sealed`.
    pub secret: String,
    pub secret_hint: String,
    /// The secret before the last rotation, encrypted by `platform::sealed`.
    pub previous_secret: Option<String>,
    pub previous_secret_until: Option<DateTimeUtc>,
    /// The position in the feed up to which deliveries exist.
    pub sent_sequence: i64,
    /// Until when a worker has the deliveries of the webhook.
    pub sending_until: Option<DateTimeUtc>,
    pub failing_since: Option<DateTimeUtc>,
    /// When people were notified that it will be disabled.
    pub warned_at: Option<DateTimeUtc>,
    pub last_success_at: Option<DateTimeUtc>,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

// Staff reach the webhooks of clients by this, so their queries ask for rows without a client.
platform::owned!(
    Entity => Client(Column::AgentId, Column::ClientId),
    assigned = |_| platform::scope::Assigned::Everything
);
