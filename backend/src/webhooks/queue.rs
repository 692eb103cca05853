//! Deliveries that wait to be sent, and the job that sends them.

use chrono::{DateTime, Utc};
use entities::{webhook, webhook_delivery as delivery};
use platform::{jobs::NewJob, scope::ScopedConnection};
use sea_orm::{ActiveValue::NotSet, DbErr, Set};
use shared_types::{id::WebhookId, webhooks::WebhookDeliveryState};

/// The job that sends the due deliveries of a webhook.
pub(super) const SEND: &str = "webhooks:send";

/// A delivery that is due now.
pub(super) fn new_delivery(
    row: &webhook::Model,
    event_key: String,
    event_type: &str,
    body: String,
    now: DateTime<Utc>,
) -> delivery::ActiveModel {
    delivery::ActiveModel {
        id: NotSet,
        agent_id: Set(row.agent_id),
        client_id: Set(row.client_id),
        webhook_id: Set(row.id),
        event_key: Set(event_key),
        event_type: Set(event_type.to_owned()),
        body: Set(body),
        state: Set(WebhookDeliveryState::Waiting),
        attempts: Set(0),
        next_attempt_at: Set(Some(now)),
        answer_status: Set(None),
        answer: Set(None),
        error: Set(None),
        duration_ms: Set(None),
        delivered_at: Set(None),
        created_at: Set(now),
    }
}

/// Enqueues the job that sends the deliveries of a webhook.
pub(super) async fn enqueue(
    rows: &impl ScopedConnection,
    id: WebhookId,
    run_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let job = NewJob {
        kind: SEND,
        payload: &id.to_string(),
        run_at,
        dedupe_key: None,
    };
    rows.enqueue(job, now).await.map(drop)
}
