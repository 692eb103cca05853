//! Bodies of login, sessions and extension tokens.

use crate::{
    access::{Guard, Rights},
    id::{AgentId, ClientId, ExtensionTokenId, MemberId, StaffId, UserId},
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A phone, as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PhoneCheck {
    /// The phone; spaces, dashes and a leading 8 are understood.
    pub phone: String,
}

/// How the login goes on after the phone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum NextStep {
    /// Ask for the password (a code may be asked for instead).
    Password,
    /// Ask for a one-time code.
    Code,
    /// First login of invited staff: set a password after a code.
    SetPassword,
    /// The phone is not linked to a messenger yet.
    Link,
}

/// Where a one-time code can be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Channel {
    /// The server's log: development without bots.
    Log,
    /// Telegram's bot.
    Telegram,
    /// MAX's bot.
    Max,
}

impl Channel {
    /// The name in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Log => "log",
            Self::Telegram => "telegram",
            Self::Max => "max",
        }
    }
}

/// The next step and the channels a code can take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LoginStep {
    /// What to ask for.
    pub next: NextStep,
    /// Where a code can be sent.
    pub channels: Vec<Channel>,
}

/// Login by password.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PasswordLogin {
    /// The phone, as typed.
    pub phone: String,
    /// The password.
    pub password: String,
    /// A one-time code too, where a second factor is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

/// A request for a one-time code.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CodeRequest {
    /// The phone, as typed.
    pub phone: String,
    /// Where to send it.
    pub channel: Channel,
}

/// Login by a one-time code.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CodeLogin {
    /// The phone, as typed.
    pub phone: String,
    /// Six digits.
    pub code: String,
}

/// A cabinet a person belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Cabinet {
    /// The side.
    pub guard: Guard,
    /// The agent.
    pub agent_id: AgentId,
    /// The agent's name.
    pub agent_name: String,
    /// The person's staff membership (agent side).
    pub staff_id: Option<StaffId>,
    /// The client account (client side).
    pub client_id: Option<ClientId>,
    /// The client account's name.
    pub client_name: Option<String>,
    /// The client account's code.
    pub client_code: Option<String>,
    /// The person's membership of the client (client side).
    pub member_id: Option<MemberId>,
}

/// A person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Person {
    /// The person's id.
    pub id: UserId,
    /// The name shown to others.
    pub name: String,
    /// The phone, E.164.
    pub phone: String,
    /// The language of the interface: `ru`, `en`, `zh`.
    pub locale: String,
    /// An IANA timezone.
    pub timezone: String,
    /// A thumbnail of the person's picture; its address works for an hour at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub avatar: Option<String>,
}

/// A fresh access token and the cabinet it opens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Session {
    /// The bearer token of the next requests.
    pub access_token: String,
    /// Always `Bearer`.
    pub token_type: String,
    /// Seconds until the token runs out.
    pub expires_in: i64,
    /// The cabinet it opens.
    pub cabinet: Cabinet,
}

/// Who is logged in, where, and what they may do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Me {
    /// The person.
    pub user: Person,
    /// The open cabinet.
    pub cabinet: Cabinet,
    /// What the person may do in it.
    pub rights: Rights,
    /// Every cabinet of the person, the open one too.
    pub cabinets: Vec<Cabinet>,
}

/// Another cabinet to open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SwitchTo {
    /// The side of the cabinet.
    pub guard: Guard,
    /// `staff_id` or `member_id` of the cabinet.
    pub membership_id: i64,
}

/// What the person changes of their own; absent fields stay.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Preferences {
    /// The language of the interface: `ru`, `en`, `zh`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locale: Option<String>,
    /// An IANA timezone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
}

/// An extension token, without the token itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExtensionToken {
    /// Its id.
    pub id: ExtensionTokenId,
    /// The label given at creation.
    pub name: String,
    /// When the extension last used it.
    pub last_used_at: Option<DateTime<Utc>>,
    /// From which address.
    pub last_ip: Option<String>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

/// A name for a new extension token.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewExtensionToken {
    /// A label, so that the person knows it again.
    pub name: String,
}

/// The only time the plaintext is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CreatedExtensionToken {
    /// The stored record.
    pub token: ExtensionToken,
    /// `svc_…`; only its hash is kept.
    pub plaintext: String,
}
