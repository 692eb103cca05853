//! Webhooks and deliveries as the API returns them.

use entities::{webhook, webhook_delivery as delivery};
use shared_types::webhooks::{Webhook, WebhookDelivery};

pub(super) fn webhook_view(row: webhook::Model) -> Webhook {
    Webhook {
        id: row.id,
        name: row.name,
        url: row.url,
        types: row.types.into_inner(),
        active: row.is_active,
        disabled_reason: row.disabled_reason,
        disabled_at: row.disabled_at,
        secret_hint: row.secret_hint,
        previous_secret_until: row.previous_secret_until,
        failing_since: row.failing_since,
        last_success_at: row.last_success_at,
        version: row.version,
        created_at: row.created_at,
    }
}

pub(super) fn delivery_view(row: delivery::Model) -> WebhookDelivery {
    WebhookDelivery {
        id: row.id,
        event_id: row.event_key,
        event_type: row.event_type,
        state: row.state,
        attempts: row.attempts,
        body: row.body,
        answer_status: row.answer_status,
        answer: row.answer,
        error: row.error,
        duration_ms: row.duration_ms,
        next_attempt_at: row.next_attempt_at,
        delivered_at: row.delivered_at,
        created_at: row.created_at,
    }
}
