//! Request and response bodies of announcements and notification preferences.

use super::{Notice, NoticeChannel};
use crate::{
    id::{ClientId, NotificationId},
    orders::OrderStatus,
};
use chrono::{DateTime, Utc};

/// The clients that receive an announcement. Disabled clients never receive one.
#[apply(response)]
#[derive(Default)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
pub enum Audience {
    /// All clients.
    #[default]
    All,
    /// The listed clients.
    Chosen {
        /// Ids of the clients.
        clients: Vec<ClientId>,
    },
    /// Clients with an order in one of these statuses.
    WithOrders {
        /// Statuses. Drafts can't be selected, because only their client sees them.
        statuses: Vec<OrderStatus>,
    },
    /// Clients that have not submitted an order for this time.
    Silent {
        /// Number of days.
        days: i64,
    },
}

/// The status of an announcement.
#[apply(response)]
#[derive(Copy)]
#[serde(rename_all = "snake_case")]
pub enum NotificationState {
    /// Not sent and not scheduled.
    Draft,
    /// Scheduled for a later time.
    Planned,
    Sent,
}

/// Number of clients by result of the delivery.
#[apply(response)]
#[derive(Copy, Default)]
pub struct Reach {
    /// Not delivered yet.
    pub waiting: i64,
    /// Accepted by a messenger.
    pub sent: i64,
    /// Not accepted: no person of the client linked a messenger, or the bot was blocked.
    pub failed: i64,
}

/// An announcement of the agent to its clients.
#[apply(response)]
pub struct Notification {
    pub id: NotificationId,
    pub title: String,
    /// Text with placeholders in braces.
    pub body: String,
    /// Recipients.
    pub audience: Audience,
    /// Status.
    pub state: NotificationState,
    /// Time at which it is scheduled to be sent.
    pub send_at: Option<DateTime<Utc>>,
    /// Time when it was sent.
    pub sent_at: Option<DateTime<Utc>>,
    /// Number of clients by result of the delivery.
    pub reach: Reach,
    /// Version of the record. Send it back in `If-Match`.
    pub version: i64,
    /// Creation time.
    pub created_at: DateTime<Utc>,
}

/// A new announcement: a draft, or scheduled if `send_at` is set.
#[apply(request)]
#[derive(Default)]
pub struct NewNotification {
    pub title: String,
    /// Text. The placeholders `{client}`, `{code}`, `{agent}`, `{balance_rub}` and `{balance_cny}` are replaced.
    pub body: String,
    /// Recipients. Defaults to all clients.
    #[serde(default)]
    pub audience: Audience,
    /// Time at which to send it. Null or absent for a draft.
    pub send_at: Option<DateTime<Utc>>,
}

/// An announcement text to preview.
#[apply(request)]
#[derive(Default)]
pub struct NotificationPreviewRequest {
    /// Text with placeholders.
    pub body: String,
    /// Recipients. Defaults to all clients.
    #[serde(default)]
    pub audience: Audience,
}

/// Preview of an announcement.
#[apply(response)]
pub struct NotificationPreview {
    /// Number of clients that would receive it.
    pub clients: i64,
    /// Number of these clients with at least one person who linked a messenger.
    pub reachable: i64,
    /// Code of the client used as the example.
    pub example_code: Option<String>,
    /// Text as the example client would read it.
    pub example: Option<String>,
}

closed_set! {
    /// The result of the delivery to one client.
    pub enum DeliveryState {
        /// Not delivered yet.
        Waiting = "waiting",
        /// Accepted by a messenger.
        Sent = "sent",
        /// Not accepted.
        Failed = "failed",
    }
}

/// The delivery of an announcement to one client.
#[apply(response)]
pub struct NotificationDelivery {
    pub client_id: ClientId,
    pub client_code: String,
    pub client_name: String,
    /// Result.
    pub state: DeliveryState,
    /// Reason of the failure or of the delay.
    pub error: Option<String>,
    /// Time of the last change.
    pub at: DateTime<Utc>,
}

/// Filters of the deliveries of an announcement.
#[apply(request)]
#[derive(Default)]
pub struct DeliveryQuery {
    /// Filter by result.
    pub state: Option<DeliveryState>,
    /// Page size, 1 to 200. Defaults to 50.
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// Pagination of a list without filters.
#[apply(request)]
#[derive(Default)]
pub struct NotificationQuery {
    /// Page size, 1 to 200. Defaults to 50.
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// An announcement as the client sees it.
#[apply(response)]
pub struct Announcement {
    pub id: NotificationId,
    pub title: String,
    /// Text with the placeholders replaced.
    pub body: String,
    /// Time when it was sent.
    pub at: DateTime<Utc>,
}

/// A channel and whether the person can be reached through it.
#[apply(response)]
#[derive(Copy)]
pub struct LinkedChannel {
    pub channel: NoticeChannel,
    /// Whether the person has linked the messenger or confirmed the e-mail address.
    pub linked: bool,
    /// Whether it refused the last notification permanently: the bot is blocked, or the address does not exist.
    pub failing: bool,
}

/// The channels that an event is sent through.
#[apply(response)]
pub struct NoticePreference {
    /// The event.
    pub notice: Notice,
    /// Channels that the person chose, or the default one. They are used once they are linked.
    pub channels: Vec<NoticeChannel>,
    /// Channels that the notification is sent through now. They differ from `channels` if none of them works.
    pub used: Vec<NoticeChannel>,
}

/// The notification preferences of a person.
#[apply(response)]
pub struct NoticePreferences {
    /// All channels of this server.
    pub channels: Vec<LinkedChannel>,
    /// The channel that is used where nothing is chosen. Null if none is linked.
    pub default_channel: Option<NoticeChannel>,
    /// All events of the person's side.
    pub notices: Vec<NoticePreference>,
}

/// A single preference.
#[apply(request)]
#[derive(Copy)]
pub struct NoticeChoice {
    /// The event.
    pub notice: Notice,
    pub channel: NoticeChannel,
    /// Whether the notification is sent.
    pub enabled: bool,
}

/// Changes to the notification preferences. Other preferences stay unchanged.
#[apply(request)]
#[derive(Default)]
pub struct NoticeChoices {
    /// Preferences to change. Each combination of event and channel may occur once.
    pub choices: Vec<NoticeChoice>,
}
