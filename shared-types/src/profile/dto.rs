//! Request and response bodies of a user's own profile, logins and sessions.

use crate::{
    id::SessionId,
    identity::{Channel, Passkey, PasskeyAssertion, PasskeyChallenge, Person},
    qr::QrCode,
    translation::Language,
};
use chrono::{DateTime, Utc};

/// The caller's own profile.
#[apply(response)]
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
#[apply(request)]
#[derive(Default)]
pub struct ProfileChange {
    /// Name shown to others.
    pub name: Option<String>,
    /// Interface language.
    pub locale: Option<Language>,
    /// IANA time zone.
    pub timezone: Option<String>,
    /// Preferred messenger: `telegram` or `max`.
    pub contact_channel: Option<Channel>,
}

/// A new password, confirmed by the current one or by a one-time code (sent by `POST /{guard}/recovery`).
#[apply(request)]
#[derive(Default)]
pub struct PasswordChange {
    /// Current password.
    pub current: Option<String>,
    /// One-time code, instead of the current password.
    pub code: Option<String>,
    /// New password.
    pub password: String,
    /// Whether the tokens of the caller's extensions end, too.
    #[serde(default)]
    pub end_extensions: bool,
}

/// Turns the second factor at login on or off. Confirmed by the password.
#[apply(request)]
#[derive(Default)]
pub struct SecondFactorChange {
    /// Whether both password and one-time code are required.
    pub on: bool,
    /// Current password.
    pub current: String,
}

/// A request for the secret of an authenticator app.
#[apply(request)]
#[derive(Default)]
pub struct AuthenticatorRequest {
    /// Current password.
    pub current: String,
    /// A recovery code. Required of a person with passkeys, unless `passkey` is given.
    pub code: Option<String>,
    /// Signature of a passkey.
    pub passkey: Option<PasskeyAssertion>,
}

/// A secret for an authenticator app. It takes effect once a code of the app confirms it. The only response that contains it.
#[apply(response)]
pub struct AuthenticatorSetup {
    /// Secret in Base32, to be typed into the app.
    pub secret: String,
    /// Link that opens the app on the same device, `otpauth://totp/…`.
    pub url: String,
    /// The link as a QR code.
    pub qr: QrCode,
}

/// Confirms that the authenticator app has the secret.
#[apply(request)]
#[derive(Default)]
pub struct AuthenticatorConfirmation {
    /// Code of the app, six digits.
    pub code: String,
}

/// Codes that replace the authenticator app, each for one login. The only response that contains them.
#[apply(response)]
pub struct RecoveryCodes {
    pub codes: Vec<String>,
}

/// Removes the authenticator app.
#[apply(request)]
#[derive(Default)]
pub struct AuthenticatorRemoval {
    /// Code of the app or a recovery code.
    pub code: String,
}

/// A request for a one-time code to a new phone number.
#[apply(request)]
pub struct PhoneCodeRequest {
    /// New phone number in any usual notation.
    pub phone: String,
    /// Messenger that the new phone number is linked with.
    pub channel: Channel,
    /// Current password. A person without a password logs in again with a code first.
    pub current: Option<String>,
}

/// A new phone number, confirmed by the one-time code sent to it.
#[apply(request)]
#[derive(Default)]
pub struct PhoneChange {
    /// New phone number in any usual notation.
    pub phone: String,
    /// One-time code.
    pub code: String,
    /// Current password. A person without a password logs in again with a code first.
    pub current: Option<String>,
}

/// A new e-mail address. It takes effect once the link in the confirmation e-mail is opened.
#[apply(request)]
#[derive(Default)]
pub struct EmailChange {
    /// New e-mail address.
    pub email: String,
    /// Current password. A person without a password logs in again with a code first.
    pub current: Option<String>,
}

/// Confirmation of a new e-mail address.
#[apply(request)]
#[derive(Default)]
pub struct EmailConfirmation {
    /// Token from the link in the confirmation e-mail.
    pub token: String,
}

/// The agent's security requirements for its staff.
#[apply(response)]
#[derive(Copy, Default)]
pub struct StaffLoginPolicy {
    /// Whether every login of staff requires both password and one-time code.
    pub second_factor: bool,
    /// Whether moving money and giving rights require a fresh one-time code.
    pub payouts: bool,
    /// Whether that must be a code of an authenticator app, or a passkey.
    pub payout_authenticator: bool,
}

/// Changes to the security requirements for staff. Absent fields stay unchanged.
#[apply(request)]
#[derive(Copy, Default)]
pub struct StaffLoginPolicyChange {
    /// Whether every login of staff requires both password and one-time code.
    pub second_factor: Option<bool>,
    /// Whether moving money and giving rights require a fresh one-time code. Changing this requires a fresh one-time code too.
    pub payouts: Option<bool>,
    /// Whether the same requires a fresh code of an authenticator app, or a passkey. Changing this requires one, too.
    pub payout_authenticator: Option<bool>,
}

/// Where the caller finds the one-time code for payouts.
#[apply(response)]
#[derive(Copy)]
#[serde(rename_all = "snake_case")]
pub enum PayoutCodeSource {
    /// It was sent to the caller's messenger.
    Messenger,
    /// The caller's authenticator app shows it. No code was sent. A recovery code is accepted too.
    Authenticator,
    /// The caller has a passkey, and maybe an authenticator app too. No code was sent. A recovery code is accepted too.
    Passkey,
}

/// The answer to a request for a one-time code for payouts.
#[apply(response)]
pub struct PayoutCodeRequested {
    /// Where the code is.
    pub source: PayoutCodeSource,
    /// Challenge for the caller's passkeys, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passkey: Option<PasskeyChallenge>,
}

/// A request for a one-time code for payouts.
#[apply(request)]
#[derive(Copy, Default)]
pub struct PayoutCodeRequest {
    /// Messenger. Defaults to the one used last.
    pub channel: Option<Channel>,
}

/// A confirmation of payouts: by a passkey or a code of the authenticator app if the caller has one, else the code that was sent.
#[apply(request)]
#[derive(Default)]
pub struct PayoutProof {
    /// One-time code of six digits, or a recovery code. May be empty if `passkey` is given.
    pub code: String,
    /// Signature of a passkey.
    pub passkey: Option<PasskeyAssertion>,
}

/// A session of the user: a login on one device.
#[apply(response)]
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
#[apply(request)]
#[derive(Copy)]
pub struct LogOutEverywhere {
    /// `true` keeps the session of this request.
    pub keep_current: bool,
}
