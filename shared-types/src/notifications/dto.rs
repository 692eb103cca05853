//! Bodies of notifications.

use super::{Notice, NoticeChannel};
use crate::{
    id::{ClientId, NotificationId},
    orders::OrderStatus,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// Which clients a notification goes to; those who were shut out get none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Audience {
    /// Every client.
    #[default]
    All,
    /// These clients.
    Chosen {
        /// Their ids.
        clients: Vec<ClientId>,
    },
    /// Clients with an order in one of these states.
    WithOrders {
        /// The states; drafts are nobody's business but the client's.
        statuses: Vec<OrderStatus>,
    },
    /// Clients that handed in no order for so long.
    Silent {
        /// Days.
        days: i64,
    },
}

/// How far a notification is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum NotificationState {
    /// Being written.
    Draft,
    /// Goes out at its time.
    Planned,
    /// Went out.
    Sent,
}

/// How many clients a notification reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Reach {
    /// Still on its way.
    pub waiting: i64,
    /// Taken by a messenger.
    pub sent: i64,
    /// Not taken: nobody of the client linked a messenger, or the bot was blocked.
    pub failed: i64,
}

/// An agent's own notification to its clients.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Notification {
    /// Its id.
    pub id: NotificationId,
    /// Its title.
    pub title: String,
    /// Its text, with fields in braces.
    pub body: String,
    /// Who gets it.
    pub audience: Audience,
    /// How far it is.
    pub state: NotificationState,
    /// When it goes out.
    pub send_at: Option<DateTime<Utc>>,
    /// When it went out.
    pub sent_at: Option<DateTime<Utc>>,
    /// Whom it reached.
    pub reach: Reach,
    /// Send it back as `If-Match`.
    pub version: i64,
    /// When it was begun.
    pub created_at: DateTime<Utc>,
}

/// A new notification: a draft, or planned when it has a time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewNotification {
    /// Its title.
    pub title: String,
    /// Its text; `{client}`, `{code}`, `{agent}`, `{balance_rub}` and `{balance_cny}` are filled in.
    pub body: String,
    /// Who gets it.
    #[serde(default)]
    pub audience: Audience,
    /// When it goes out; absent for a draft.
    pub send_at: Option<DateTime<Utc>>,
}

/// A text to be tried.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rehearsal {
    /// The text.
    pub body: String,
    /// Who would get it.
    #[serde(default)]
    pub audience: Audience,
}

/// What a text would come to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rehearsed {
    /// Clients that would get it.
    pub clients: i64,
    /// Those of them with somebody who linked a messenger.
    pub reachable: i64,
    /// The code of the client of the example.
    pub example_code: Option<String>,
    /// The text as that client would read it.
    pub example: Option<String>,
}

/// How it went for one client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum DeliveryState {
    /// On its way.
    Waiting,
    /// Taken by a messenger.
    Sent,
    /// Not taken.
    Failed,
}

impl DeliveryState {
    /// The name in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Sent => "sent",
            Self::Failed => "failed",
        }
    }

    /// The state of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Waiting, Self::Sent, Self::Failed]
            .into_iter()
            .find(|state| state.as_str() == name)
    }
}

/// A line of the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NotificationDelivery {
    /// The client.
    pub client_id: ClientId,
    /// Its code.
    pub client_code: String,
    /// Its name.
    pub client_name: String,
    /// How it went.
    pub state: DeliveryState,
    /// Why it did not go, or not yet.
    pub error: Option<String>,
    /// When that was.
    pub at: DateTime<Utc>,
}

/// Which lines of the report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeliveryQuery {
    /// Only in this state.
    pub state: Option<DeliveryState>,
    /// Rows of the page.
    pub limit: Option<u64>,
    /// Where the page starts.
    pub cursor: Option<String>,
}

/// A page of a list without filters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NotificationQuery {
    /// Rows of the page.
    pub limit: Option<u64>,
    /// Where the page starts.
    pub cursor: Option<String>,
}

/// What the agent wrote to the client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Announcement {
    /// Its id.
    pub id: NotificationId,
    /// Its title.
    pub title: String,
    /// Its text, filled in.
    pub body: String,
    /// When it went out.
    pub at: DateTime<Utc>,
}

/// A channel, and whether the person can be reached by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LinkedChannel {
    /// The channel.
    pub channel: NoticeChannel,
    /// Whether the person linked it.
    pub linked: bool,
}

/// Which notices a person gets where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NoticePreference {
    /// The notice.
    pub notice: Notice,
    /// The channels it goes to, or would go to once they are linked.
    pub channels: Vec<NoticeChannel>,
}

/// What a person is told, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NoticePreferences {
    /// The channels there are.
    pub channels: Vec<LinkedChannel>,
    /// The notices of the side.
    pub notices: Vec<NoticePreference>,
}

/// One choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NoticeChoice {
    /// The notice.
    pub notice: Notice,
    /// The channel.
    pub channel: NoticeChannel,
    /// Whether it goes there.
    pub enabled: bool,
}

/// Choices; what is not named stays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NoticeChoices {
    /// The choices, each notice and channel once.
    pub choices: Vec<NoticeChoice>,
}
