//! Webhooks and their deliveries.

use crate::{
    events::EventType,
    id::{WebhookDeliveryId, WebhookId},
};
use chrono::{DateTime, Utc};

/// Most webhooks of a cabinet.
pub const MAX_WEBHOOKS: usize = 10;
/// Maximum length of a name, in characters.
pub const NAME: usize = 100;
/// Maximum length of an address, in characters.
pub const ADDRESS: usize = 500;
/// Most bytes of an answer that are stored.
pub const STORED_ANSWER: usize = 1024;
/// The type of an event that the test button sends.
pub const TEST_TYPE: &str = "webhook.test";

closed_set! {
    /// Why a webhook receives no events.
    pub enum DisabledReason {
        /// A person switched it off.
        Person = "person",
        /// All attempts failed for five days.
        Failures = "failures",
        /// The receiver answered 410.
        Gone = "gone",
        /// The receiver answered with `webhook-delivery: disable`.
        Receiver = "receiver",
    }

    /// How far a delivery is.
    pub enum WebhookDeliveryState {
        /// An attempt is due, or another one will be.
        Waiting = "waiting",
        /// The receiver answered with a status of success.
        Delivered = "delivered",
        /// No further attempt is made.
        Failed = "failed",
    }
}

/// An address of a program that receives events.
#[apply(response)]
pub struct Webhook {
    pub id: WebhookId,
    pub name: String,
    /// Address that events are posted to.
    pub url: String,
    /// Types of the events that are sent.
    pub types: Vec<EventType>,
    pub active: bool,
    /// Why it is not active.
    pub disabled_reason: Option<DisabledReason>,
    /// When it stopped to be active.
    pub disabled_at: Option<DateTime<Utc>>,
    /// Last characters of the secret.
    pub secret_hint: String,
    /// Until when deliveries are also signed with the previous secret.
    pub previous_secret_until: Option<DateTime<Utc>>,
    /// Since when all attempts fail. Null if the last one succeeded.
    pub failing_since: Option<DateTime<Utc>>,
    pub last_success_at: Option<DateTime<Utc>>,
    /// Version for `If-Match`.
    pub version: i64,
    pub created_at: DateTime<Utc>,
}

/// A webhook to create.
#[apply(request)]
#[derive(Default)]
pub struct NewWebhook {
    pub name: String,
    /// Address with `https`, outside of the network of the server.
    pub url: String,
    /// Types of the events to send. Each needs the right to view its objects.
    pub types: Vec<EventType>,
}

/// Changes of a webhook. Absent fields stay.
#[apply(request)]
#[derive(Default)]
pub struct WebhookChange {
    pub name: Option<String>,
    pub url: Option<String>,
    pub types: Option<Vec<EventType>>,
    /// Whether it receives events. One that is activated again begins with the next event.
    pub active: Option<bool>,
}

/// A webhook whose secret was just made.
#[apply(response)]
pub struct WebhookWithSecret {
    pub webhook: Webhook,
    /// Secret that verifies signatures. It is shown only once.
    pub secret: String,
}

/// The delivery of an event to a webhook.
#[apply(response)]
pub struct WebhookDelivery {
    pub id: WebhookDeliveryId,
    /// Id of the event, sent as `webhook-id`.
    pub event_id: String,
    /// Type of the event, or `webhook.test`.
    pub event_type: String,
    pub state: WebhookDeliveryState,
    /// Number of attempts so far.
    pub attempts: i32,
    /// Body that is sent.
    pub body: String,
    /// Status of the last answer. Null without an answer.
    pub answer_status: Option<i32>,
    /// Beginning of the last answer.
    pub answer: Option<String>,
    /// Why the last attempt failed.
    pub error: Option<String>,
    /// Duration of the last attempt, in milliseconds.
    pub duration_ms: Option<i64>,
    pub next_attempt_at: Option<DateTime<Utc>>,
    pub delivered_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

/// Parameters of the list of deliveries.
#[apply(request)]
#[derive(Default)]
pub struct WebhookDeliveryQuery {
    /// Only deliveries in this state.
    pub state: Option<WebhookDeliveryState>,
    pub limit: Option<u64>,
    pub cursor: Option<String>,
}

/// Events to send again.
#[apply(request)]
pub struct ReplayRequest {
    /// Events that were published at this time or later.
    pub from: DateTime<Utc>,
    /// Events that were published before this time. By default all.
    pub to: Option<DateTime<Utc>>,
    /// Only events that were not delivered: they failed, or the webhook was not active.
    #[serde(default)]
    pub only_missed: bool,
}
