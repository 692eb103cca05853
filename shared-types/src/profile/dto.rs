//! What a person sees and changes of their own.

use crate::{
    id::SessionId,
    identity::{Channel, Person},
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// The person's own profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Profile {
    /// The person.
    #[serde(flatten)]
    pub person: Person,
    /// The e-mail address, where one is known.
    pub email: Option<String>,
    /// The messenger that the person prefers to be written to by.
    pub contact_channel: Option<Channel>,
    /// Whether there is a password.
    pub has_password: bool,
    /// Whether the person wants a code beside the password at each login.
    pub second_factor: bool,
    /// Whether an agent of the person asks for it.
    pub second_factor_required: bool,
    /// Send it back as `If-Match`.
    pub version: i64,
}

/// Changes of the profile; absent fields stay.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProfileChange {
    /// The name shown to others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The language of the interface: `ru`, `en`, `zh`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locale: Option<String>,
    /// An IANA timezone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
    /// `telegram` or `max`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact_channel: Option<Channel>,
}

/// A new password, proved by the old one or by a code (`POST /{guard}/recovery` sends it).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PasswordChange {
    /// The password until now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current: Option<String>,
    /// Or a code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The password from now on.
    pub password: String,
}

/// Password and code together from now on, or one of them; proved by the password.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SecondFactorChange {
    /// Whether both are needed.
    pub on: bool,
    /// The password.
    pub current: String,
}

/// A code for a new phone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PhoneCodeRequest {
    /// The new phone, as typed.
    pub phone: String,
    /// The messenger that the new phone is linked with.
    pub channel: Channel,
    /// The password; whoever has none logs in anew by a code beforehand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current: Option<String>,
}

/// A new phone, proved by the code that went to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PhoneChange {
    /// The new phone, as typed.
    pub phone: String,
    /// The code.
    pub code: String,
    /// The password; whoever has none logs in anew by a code beforehand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current: Option<String>,
}

/// A new e-mail address; it holds once the link of its letter was opened.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EmailChange {
    /// The new address.
    pub email: String,
    /// The password; whoever has none logs in anew by a code beforehand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current: Option<String>,
}

/// The link of the letter, by its secret.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EmailProof {
    /// What stands in the link.
    pub token: String,
}

/// What an agent asks of its people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StaffLogins {
    /// Password and code together, at every login of everybody on the staff.
    pub second_factor: bool,
    /// A fresh code before money is paid out.
    pub payouts: bool,
}

/// Changes of what is asked; absent fields stay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StaffLoginsChange {
    /// Password and code together, at every login of everybody on the staff.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_factor: Option<bool>,
    /// A fresh code before money is paid out; to change it takes a fresh code, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payouts: Option<bool>,
}

/// Where the code goes that proves who pays out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PayoutCodeRequest {
    /// The messenger; the chat last used when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channel: Option<Channel>,
}

/// The code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PayoutProof {
    /// Six digits.
    pub code: String,
}

/// A login of the person on one device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Login {
    /// Its id.
    pub id: SessionId,
    /// Browser and system, as far as they can be told: `Chrome, Windows`.
    pub device: String,
    /// The address it was last used from.
    pub last_ip: Option<String>,
    /// When it was last used.
    pub last_seen_at: DateTime<Utc>,
    /// When it began.
    pub created_at: DateTime<Utc>,
    /// On which side: `agent` or `client`.
    pub guard: String,
    /// Whether it is the one that asks.
    pub current: bool,
}

/// Whether the login that asks goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LogOutEverywhere {
    /// True to end all others only.
    pub keep_current: bool,
}
