//! Bodies of the ways in besides password and code: start links, recovery, registration, e-mail, another host.

use super::{Channel, Session};
use crate::qr::QrCode;
use serde::{Deserialize, Serialize};

/// An update, in the messenger's own words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MessengerUpdate {}

/// A step of a way in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Door {
    /// The method.
    pub method: String,
    /// The address.
    pub path: String,
    /// What it does.
    pub summary: String,
}

/// The ways in behind an address that browsers open as a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Doors {
    /// The steps; bodies and answers stand in the OpenAPI document.
    pub steps: Vec<Door>,
    /// Where codes are sent here.
    pub channels: Vec<Channel>,
}

/// A way into a messenger's bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BotLink {
    /// Which messenger.
    pub channel: Channel,
    /// Opens the bot with the token of this request.
    pub url: String,
    /// The same for a phone's camera.
    pub qr: QrCode,
}

/// How a phone can be proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LinkOffer {
    /// The bots.
    pub links: Vec<BotLink>,
    /// Where a code can be sent instead, because the phone is linked already.
    pub channels: Vec<Channel>,
    /// Seconds until the links run out.
    pub expires_in: i64,
}

/// How far the proof of a phone is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum LinkState {
    /// Nobody came to a bot yet.
    Pending,
    /// The phone is linked by now: ask for a code.
    Code,
    /// The phone is proved, but opens no cabinet on this side.
    NoCabinet,
    /// The links ran out; ask for new ones.
    Expired,
    /// The phone is proved, and this answer is the login. It comes once.
    LoggedIn,
}

/// How far the proof of a phone is, with the login once it is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LinkProgress {
    /// How far.
    pub state: LinkState,
    /// Where a code can be sent.
    pub channels: Vec<Channel>,
    /// The login.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub session: Option<Session>,
}

/// A request for a code that sets a password.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RecoveryRequest {
    /// The phone, as typed.
    pub phone: String,
    /// Where to send the code; without it, where the phone was last used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channel: Option<Channel>,
}

/// A new password, proved by a code.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PasswordByCode {
    /// The phone, as typed.
    pub phone: String,
    /// Six digits.
    pub code: String,
    /// The new password.
    pub password: String,
}

/// A new intermediary.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AgentRegistration {
    /// The company, as clients see it.
    pub company: String,
    /// The person's name.
    pub name: String,
    /// The person's phone, as typed.
    pub phone: String,
    /// The name before the host; without it one is made up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subdomain: Option<String>,
    /// A password; without it the person logs in by codes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
}

/// Which intermediary a client comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct InvitationQuery {
    /// The intermediary's subdomain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The intermediary's referral hash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
}

/// Whether a client can register here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum InvitationState {
    /// With the intermediary that is named.
    Open,
    /// No intermediary is named: registration goes by an intermediary's link or address only.
    NoAgent,
    /// The link leads to no intermediary.
    UnknownAgent,
}

/// To whom a registration link leads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RegistrationOffer {
    /// Whether a client can register.
    pub state: InvitationState,
    /// The intermediary's name.
    pub agent_name: Option<String>,
}

/// A new client of an intermediary.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClientRegistration {
    /// The person's name.
    pub name: String,
    /// The person's phone, as typed.
    pub phone: String,
    /// The intermediary's subdomain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The intermediary's referral hash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// A password; without it the person logs in by codes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
}

/// Login by e-mail.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EmailLogin {
    /// The address.
    pub email: String,
    /// The password.
    pub password: String,
}

/// A request for a letter that sets a password.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ForgottenPassword {
    /// The address.
    pub email: String,
}

/// A new password, proved by the link of a letter.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewPassword {
    /// The password.
    pub password: String,
}

/// Where the login goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HandoverOffer {
    /// The agent's own host with a code that is spent at once; none where the browser is there already.
    pub url: Option<String>,
}

/// The code of a login handed over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HandoverCode {
    /// What stood in the address.
    pub code: String,
}
