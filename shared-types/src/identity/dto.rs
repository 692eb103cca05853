//! Request and response bodies of login, sessions and extension tokens.

use super::PasskeyAssertion;
use crate::{
    access::{Guard, Rights},
    id::{AgentId, ClientId, ExtensionTokenId, MemberId, StaffId, UserId},
    translation::Language,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A phone number to log in with.
#[apply(request)]
#[derive(Default)]
pub struct PhoneCheck {
    /// Phone number. Spaces, dashes and a leading 8 are accepted.
    pub phone: String,
}

/// A phone number whose confirmation this browser waits for.
#[apply(request)]
#[derive(Default)]
pub struct LinkCheck {
    /// Phone number. Spaces, dashes and a leading 8 are accepted.
    pub phone: String,
    /// IANA time zone of the person's browser. It becomes the person's time zone if none was chosen yet; an unknown name is
    /// ignored.
    pub timezone: Option<String>,
}

/// The next step of a login after the phone number was entered.
#[apply(response)]
#[derive(Copy)]
#[serde(rename_all = "snake_case")]
pub enum NextStep {
    /// Ask for the password. A one-time code can be requested instead.
    Password,
    /// Ask for a one-time code.
    Code,
    /// Ask for a code of the authenticator app, or a recovery code.
    Authenticator,
    /// Ask for a passkey, or a code of the authenticator app if the person has one, or a recovery code.
    Passkey,
    /// First login of an invited person: set a password after a one-time code.
    SetPassword,
    /// The phone number is not linked to a messenger yet.
    Link,
}

closed_set! {
    /// Where a one-time code can be sent.
    pub enum Channel {
        /// The server log. Only for development without bots.
        Log = "log",
        /// The Telegram bot.
        Telegram = "telegram",
        /// The MAX bot.
        Max = "max",
        /// E-mail. Confirms a registration by a link, and sends no one-time codes.
        Email = "email",
    }
}

/// The next step of a login and the channels that a one-time code can be sent to.
#[apply(response)]
pub struct LoginStep {
    /// Next step.
    pub next: NextStep,
    /// Channels that a one-time code can be sent to.
    pub channels: Vec<Channel>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PasswordLogin {
    /// Phone number in any usual notation.
    pub phone: String,
    pub password: String,
    /// Second factor, required if the login needs one: a one-time code, or with an authenticator app or a passkey a code of the app or
    /// a recovery code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Signature of a passkey, in place of `code`. The problem `second_factor_required` contains the challenge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passkey: Option<PasskeyAssertion>,
    /// IANA time zone of the person's browser. It becomes the person's time zone if none was chosen yet; an unknown name is
    /// ignored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
}

/// A request for a one-time code.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CodeRequest {
    /// Phone number in any usual notation.
    pub phone: String,
    /// Channel to send the code to.
    pub channel: Channel,
}

/// Login with a one-time code.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CodeLogin {
    /// Phone number in any usual notation.
    pub phone: String,
    /// One-time code of six digits.
    pub code: String,
    /// IANA time zone of the person's browser. It becomes the person's time zone if none was chosen yet; an unknown name is
    /// ignored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
}

/// A cabinet that a person can open: an agent's or a client's.
#[apply(response)]
pub struct Cabinet {
    /// Side of the cabinet.
    pub guard: Guard,
    pub agent_id: AgentId,
    pub agent_name: String,
    /// Staff membership of the person. Agent side only.
    pub staff_id: Option<StaffId>,
    /// Client account. Client side only.
    pub client_id: Option<ClientId>,
    /// Client name. Client side only.
    pub client_name: Option<String>,
    /// Client code. Client side only.
    pub client_code: Option<String>,
    /// Membership of the person in the client account. Client side only.
    pub member_id: Option<MemberId>,
}

/// A user.
#[apply(response)]
pub struct Person {
    /// Id of the user.
    pub id: UserId,
    /// Name shown to others.
    pub name: String,
    /// Phone number in E.164 format.
    pub phone: String,
    /// Interface language.
    pub locale: Language,
    /// IANA time zone.
    pub timezone: String,
    /// URL of a thumbnail of the user's picture, valid for one hour at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub avatar: Option<String>,
}

/// A new access token and the cabinet that it opens.
#[apply(response)]
pub struct Session {
    /// Bearer token for the following requests.
    pub access_token: String,
    /// Always `Bearer`.
    pub token_type: String,
    /// Seconds until the token expires.
    pub expires_in: i64,
    /// Cabinet that the token opens.
    pub cabinet: Cabinet,
}

/// The caller: user, open cabinet and rights.
#[apply(response)]
pub struct Me {
    pub user: Person,
    /// The open cabinet.
    pub cabinet: Cabinet,
    /// Rights of the user in the open cabinet.
    pub rights: Rights,
    /// All cabinets of the user, including the open one.
    pub cabinets: Vec<Cabinet>,
}

/// A request to open another cabinet.
#[apply(request)]
pub struct SwitchTo {
    /// Side of the cabinet.
    pub guard: Guard,
    /// Membership id of the cabinet: its `staff_id` or `member_id`.
    pub membership_id: i64,
}

/// Changes to the user's preferences. Absent fields stay unchanged.
#[apply(request)]
#[derive(Default)]
pub struct Preferences {
    /// Interface language.
    pub locale: Option<Language>,
    /// IANA time zone.
    pub timezone: Option<String>,
}

/// An extension token without its secret.
#[apply(response)]
pub struct ExtensionToken {
    pub id: ExtensionTokenId,
    /// Label given at creation.
    pub name: String,
    /// Time of the last request with the token.
    pub last_used_at: Option<DateTime<Utc>>,
    /// IP address of that request.
    pub last_ip: Option<String>,
    /// When the token stops working; null if it does not expire.
    pub expires_at: Option<DateTime<Utc>>,
    /// Creation time.
    pub created_at: DateTime<Utc>,
}

#[apply(request)]
#[derive(Default)]
pub struct NewExtensionToken {
    /// Label that helps the person to recognize the token.
    pub name: String,
    /// After how many days the token stops working. Absent: it does not expire.
    pub expires_in_days: Option<i64>,
}

/// A created extension token. The only response that contains the plaintext.
#[apply(response)]
pub struct CreatedExtensionToken {
    /// The stored token.
    pub token: ExtensionToken,
    /// Plaintext, `svc_…`. The server stores only its hash.
    pub plaintext: String,
}
