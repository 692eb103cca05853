//! Request and response bodies of a user's own profile, logins and sessions.

use crate::{
    id::SessionId,
    identity::{Channel, Passkey, PasskeyAssertion, PasskeyChallenge, Person},
    qr::QrCode,
    translation::Language,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// The caller's own profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Profile {
    #[serde(flatten)]
    pub person: Person,
    /// E-mail address, if known.
    pub email: Option<String>,
    /// Preferred messenger for contact.
    pub contact_channel: Option<Channel>,
    /// Whether the user has a password.
    pub has_password: bool,
    /// Whether the user requires a one-time code in addition to the password at each login.
    pub second_factor: bool,
    /// Whether an agent of the user requires it.
    pub second_factor_required: bool,
    /// When the user turned on an authenticator app. Absent without an app.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub authenticator_since: Option<DateTime<Utc>>,
    /// Passkeys of the user, the oldest first.
    pub passkeys: Vec<Passkey>,
    /// Number of unused recovery codes. Absent if the user has neither an authenticator app nor a passkey.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recovery_codes: Option<usize>,
    /// Version of the record. Send it back in `If-Match`.
    pub version: i64,
}

/// Changes to the profile. Absent fields stay unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProfileChange {
    /// Name shown to others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Interface language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locale: Option<Language>,
    /// IANA time zone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
    /// Preferred messenger: `telegram` or `max`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact_channel: Option<Channel>,
}

/// A new password, confirmed by the current one or by a one-time code (sent by `POST /{guard}/recovery`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PasswordChange {
    /// Current password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current: Option<String>,
    /// One-time code, instead of the current password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// New password.
    pub password: String,
    /// Whether the tokens of the caller's extensions end, too.
    #[serde(default)]
    pub end_extensions: bool,
}

/// Turns the second factor at login on or off. Confirmed by the password.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SecondFactorChange {
    /// Whether both password and one-time code are required.
    pub on: bool,
    /// Current password.
    pub current: String,
}

/// A request for the secret of an authenticator app.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AuthenticatorRequest {
    /// Current password.
    pub current: String,
    /// A recovery code. Required of a person with passkeys, unless `passkey` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Signature of a passkey.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passkey: Option<PasskeyAssertion>,
}

/// A secret for an authenticator app. It takes effect once a code of the app confirms it. The only response that contains it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AuthenticatorSetup {
    /// Secret in Base32, to be typed into the app.
    pub secret: String,
    /// Link that opens the app on the same device, `otpauth://totp/…`.
    pub url: String,
    /// The link as a QR code.
    pub qr: QrCode,
}

/// Confirms that the authenticator app has the secret.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AuthenticatorConfirmation {
    /// Code of the app, six digits.
    pub code: String,
}

/// Codes that replace the authenticator app, each for one login. The only response that contains them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RecoveryCodes {
    pub codes: Vec<String>,
}

/// Removes the authenticator app.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AuthenticatorRemoval {
    /// Code of the app or a recovery code.
    pub code: String,
}

/// A request for a one-time code to a new phone number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PhoneCodeRequest {
    /// New phone number in any usual notation.
    pub phone: String,
    /// Messenger that the new phone number is linked with.
    pub channel: Channel,
    /// Current password. A person without a password logs in again with a code first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current: Option<String>,
}

/// A new phone number, confirmed by the one-time code sent to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PhoneChange {
    /// New phone number in any usual notation.
    pub phone: String,
    /// One-time code.
    pub code: String,
    /// Current password. A person without a password logs in again with a code first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current: Option<String>,
}

/// A new e-mail address. It takes effect once the link in the confirmation e-mail is opened.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EmailChange {
    /// New e-mail address.
    pub email: String,
    /// Current password. A person without a password logs in again with a code first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current: Option<String>,
}

/// Confirmation of a new e-mail address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EmailConfirmation {
    /// Token from the link in the confirmation e-mail.
    pub token: String,
}

/// The agent's security requirements for its staff.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StaffLoginPolicy {
    /// Whether every login of staff requires both password and one-time code.
    pub second_factor: bool,
    /// Whether moving money and giving rights require a fresh one-time code.
    pub payouts: bool,
    /// Whether that must be a code of an authenticator app, or a passkey.
    pub payout_authenticator: bool,
}

/// Changes to the security requirements for staff. Absent fields stay unchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StaffLoginPolicyChange {
    /// Whether every login of staff requires both password and one-time code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_factor: Option<bool>,
    /// Whether moving money and giving rights require a fresh one-time code. Changing this requires a fresh one-time code too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payouts: Option<bool>,
    /// Whether the same requires a fresh code of an authenticator app, or a passkey. Changing this requires one, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payout_authenticator: Option<bool>,
}

/// Where the caller finds the one-time code for payouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum PayoutCodeSource {
    /// It was sent to the caller's messenger.
    Messenger,
    /// The caller's authenticator app shows it. No code was sent. A recovery code is accepted too.
    Authenticator,
    /// The caller has a passkey, and maybe an authenticator app too. No code was sent. A recovery code is accepted too.
    Passkey,
}

/// The answer to a request for a one-time code for payouts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PayoutCodeRequested {
    /// Where the code is.
    pub source: PayoutCodeSource,
    /// Challenge for the caller's passkeys, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passkey: Option<PasskeyChallenge>,
}

/// A request for a one-time code for payouts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PayoutCodeRequest {
    /// Messenger. Defaults to the one used last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channel: Option<Channel>,
}

/// A confirmation of payouts: by a passkey or a code of the authenticator app if the caller has one, else the code that was sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PayoutProof {
    /// One-time code of six digits, or a recovery code. May be empty if `passkey` is given.
    pub code: String,
    /// Signature of a passkey.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passkey: Option<PasskeyAssertion>,
}

/// A session of the user: a login on one device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LoginSession {
    pub id: SessionId,
    /// Browser and operating system, as far as they can be recognized: `Chrome, Windows`.
    pub device: String,
    /// IP address of the last request.
    pub last_ip: Option<String>,
    /// Time of the last request.
    pub last_seen_at: DateTime<Utc>,
    /// Time of the login.
    pub created_at: DateTime<Utc>,
    /// Side: `agent` or `client`.
    pub guard: String,
    /// Whether it is the session of this request.
    pub current: bool,
}

/// Selects the sessions to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LogOutEverywhere {
    /// `true` keeps the session of this request.
    pub keep_current: bool,
}
