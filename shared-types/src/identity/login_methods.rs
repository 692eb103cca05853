//! Request and response bodies of the other ways to log in: bot links, password recovery, registration, e-mail, and the
//! transfer of a session to another host.

use super::{Channel, PasskeyAssertion, Session};
use crate::{qr::QrCode, settings::Brand};
use serde::{Deserialize, Serialize};

/// An update in the messenger's own format.
#[apply(response)]
#[derive(Copy, Default)]
pub struct MessengerUpdate {}

#[apply(response)]
pub struct LoginMethodStep {
    /// HTTP method.
    pub method: String,
    pub path: String,
    /// A sentence that describes the step.
    pub summary: String,
}

/// The login methods available at an address that browsers open as a page.
#[apply(response)]
pub struct LoginMethods {
    /// Steps. See the OpenAPI document for their request and response bodies.
    pub steps: Vec<LoginMethodStep>,
    /// Channels that one-time codes can be sent to.
    pub channels: Vec<Channel>,
}

/// A link that opens a messenger bot.
#[apply(response)]
pub struct BotLink {
    pub channel: Channel,
    /// Opens the bot with a start token of this request.
    pub url: String,
    /// The same URL as a QR code.
    pub qr: QrCode,
}

/// Ways to confirm a phone number.
#[apply(response)]
pub struct BotLinks {
    /// Links to the bots.
    pub links: Vec<BotLink>,
    /// Channels that a one-time code can be sent to instead, and `email` if a link was sent to the address of the registration.
    pub channels: Vec<Channel>,
    /// Seconds until the links expire.
    pub expires_in: i64,
}

/// The token of the link in the e-mail that confirms a registration.
#[apply(request)]
#[derive(Default)]
pub struct RegistrationLink {
    pub token: String,
}

/// The token of the link of an invitation.
#[apply(request)]
#[derive(Default)]
pub struct InvitationToken {
    pub token: String,
}

/// How an invited person enters.
#[apply(response)]
#[derive(Copy, Default)]
#[serde(rename_all = "snake_case")]
pub enum InvitationEntry {
    /// The account was never used: the link sets its first password.
    #[default]
    NewPassword,
    /// The account has a password, which the person enters.
    Password,
    /// The person logs in by a code from the messenger, as at any other login.
    Code,
}

/// The invitation of a link.
#[apply(response)]
#[derive(Default)]
pub struct OpenInvitation {
    /// Company name of the agent.
    pub agent_name: String,
    /// Name of the client account. Null for staff of the agent.
    pub client_name: Option<String>,
    /// Phone number of the invited person, in E.164 format.
    pub phone: String,
    pub entry: InvitationEntry,
}

/// The token of a link, with the password by which the invited person enters.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct InvitationAcceptance {
    /// Token of the link.
    pub token: String,
    /// The first password of an account that was never used; else the account's password.
    pub password: String,
    /// IANA time zone of the person's browser. It becomes the person's time zone if none was chosen yet; an unknown name is
    /// ignored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
}

/// A registration that waits for its phone number to be confirmed.
#[apply(response)]
pub struct ResumedRegistration {
    /// Phone number in E.164 format.
    pub phone: String,
    /// New ways to confirm the phone number.
    pub bot_links: BotLinks,
}

/// State of the confirmation of a phone number.
#[apply(response)]
#[derive(Copy)]
#[serde(rename_all = "snake_case")]
pub enum LinkState {
    /// The person has not opened a bot yet.
    Pending,
    /// The phone number is linked now. Request a one-time code.
    Code,
    /// The phone number is confirmed, but the person has no cabinet on this side.
    NoCabinet,
    /// The links have expired. Request new ones.
    Expired,
    /// The phone number is confirmed, and this response contains the session. It is returned once.
    LoggedIn,
}

/// State of the confirmation of a phone number, with the session once it is confirmed.
#[apply(response)]
pub struct LinkProgress {
    pub state: LinkState,
    /// Channels that a one-time code can be sent to.
    pub channels: Vec<Channel>,
    /// The new session, for `logged_in`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub session: Option<Session>,
}

/// A request for a one-time code that allows setting a new password.
#[apply(request)]
pub struct RecoveryRequest {
    /// Phone number in any usual notation.
    pub phone: String,
    /// Channel to send the code to. Defaults to the one that the phone number used last.
    pub channel: Option<Channel>,
}

/// A new password, confirmed by a one-time code.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PasswordByCode {
    /// Phone number in any usual notation.
    pub phone: String,
    /// One-time code of six digits.
    pub code: String,
    /// The new password.
    pub password: String,
    /// Whether the tokens of the user's extensions end, too.
    #[serde(default)]
    pub end_extensions: bool,
    /// IANA time zone of the person's browser. It becomes the person's time zone if none was chosen yet; an unknown name is
    /// ignored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
}

/// Registration of a new agent.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AgentRegistration {
    /// Company name, shown to clients.
    pub company: String,
    /// Name of the person.
    pub name: String,
    /// Phone number of the person in any usual notation.
    pub phone: String,
    /// E-mail address of the person, which can confirm the registration. Required where the server has no messenger.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Subdomain of the agent. Generated if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subdomain: Option<String>,
    /// Password. Without one, the person logs in with one-time codes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// IANA time zone of the person's browser. Moscow if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
}

/// Identifies the agent that a client registers with.
#[apply(request)]
#[derive(Default)]
pub struct InvitationQuery {
    /// Subdomain of the agent.
    pub agent: Option<String>,
    /// Referral hash of the agent.
    pub hash: Option<String>,
}

/// Whether a client can register with this link or address.
#[apply(response)]
#[derive(Copy)]
#[serde(rename_all = "snake_case")]
pub enum InvitationState {
    /// Registration is possible with the named agent.
    Open,
    /// No agent is named. Clients can register only with the link or at the address of an agent.
    NoAgent,
    /// The link belongs to no agent.
    UnknownAgent,
}

/// The agent that a registration link belongs to.
#[apply(response)]
pub struct RegistrationInfo {
    /// Whether a client can register.
    pub state: InvitationState,
    /// Name of the agent, if known.
    pub agent_name: Option<String>,
    /// The brand that the agent shows to its clients, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brand: Option<Brand>,
}

/// Registration of a new client of an agent.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClientRegistration {
    /// Name of the person.
    pub name: String,
    /// Phone number of the person in any usual notation.
    pub phone: String,
    /// E-mail address of the person, which can confirm the registration. Required where the server has no messenger.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Subdomain of the agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// Referral hash of the agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// Password. Without one, the person logs in with one-time codes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// IANA time zone of the person's browser. Moscow if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
}

/// Login with e-mail address and password.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EmailLogin {
    /// E-mail address.
    pub email: String,
    pub password: String,
    /// Code of the authenticator app or a recovery code. Required if the user has such an app or a passkey, unless `passkey` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Signature of a passkey. The problem `second_factor_required` contains the challenge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passkey: Option<PasskeyAssertion>,
}

/// A request for an e-mail with a link that allows setting a new password.
#[apply(request)]
#[derive(Default)]
pub struct PasswordResetRequest {
    /// E-mail address.
    pub email: String,
}

/// A new password, confirmed by the link of an e-mail.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewPassword {
    /// The new password.
    pub password: String,
    /// Whether the tokens of the user's extensions end, too.
    #[serde(default)]
    pub end_extensions: bool,
}

/// Where the browser continues the session.
#[apply(response)]
pub struct SessionTransfer {
    /// URL on the agent's own host with a one-time code. Null if the browser is already there.
    pub url: Option<String>,
}

/// The one-time code of a session transfer.
#[apply(request)]
#[derive(Default)]
pub struct SessionTransferCode {
    /// Code from the URL.
    pub code: String,
}
