//! Passkeys as a second factor: the options for creating and using them, and the browser's responses.
//!
//! The values have the format of the Web Authentication API (W3C `WebAuthn` Level 3). Bytes are in Base64url without padding.

use crate::id::PasskeyId;
use chrono::{DateTime, Utc};

/// A passkey of the caller.
#[apply(response)]
pub struct Passkey {
    pub id: PasskeyId,
    /// Name that the person gave it, or the browser and system where it was added.
    pub name: String,
    /// When it was last used.
    pub last_used_at: Option<DateTime<Utc>>,
    /// Creation time.
    pub created_at: DateTime<Utc>,
}

/// A passkey as the browser knows it.
#[apply(response)]
pub struct PasskeyDescriptor {
    /// Credential id.
    pub id: String,
    /// How the browser reaches it: `internal`, `hybrid`, `usb`, `nfc`, `ble`.
    pub transports: Vec<String>,
}

/// The options for using a passkey. They can be used once, within five minutes.
#[apply(response)]
pub struct PasskeyChallenge {
    /// Random bytes that the passkey signs.
    pub challenge: String,
    /// Host for which the passkeys were created.
    pub rp_id: String,
    /// Passkeys that are accepted.
    pub passkeys: Vec<PasskeyDescriptor>,
}

/// The options for creating a passkey. They can be used once, within five minutes.
#[apply(response)]
pub struct PasskeyCreation {
    /// Random bytes that the answer repeats.
    pub challenge: String,
    /// Host for which the passkey is created.
    pub rp_id: String,
    /// Name of the service.
    pub rp_name: String,
    /// User handle. It names no person.
    pub user_id: String,
    /// Account name that the browser shows.
    pub user_name: String,
    /// Name of the person that the browser shows.
    pub user_display_name: String,
    /// Signature algorithms by their numbers at IANA, the preferred one first.
    pub algorithms: Vec<i32>,
    /// Passkeys that the person has already. A device with one of them adds no other.
    pub existing: Vec<PasskeyDescriptor>,
}

/// The signature of a passkey, `AuthenticatorAssertionResponse` of the browser.
#[apply(request)]
#[derive(Default)]
pub struct PasskeyAssertion {
    /// Credential id of the passkey.
    pub id: String,
    /// `clientDataJSON`.
    pub client_data: String,
    /// `authenticatorData`.
    pub authenticator_data: String,
    /// `signature`.
    pub signature: String,
}

/// A request for the options for creating a passkey.
#[apply(request)]
#[derive(Default)]
pub struct PasskeyRequest {
    /// Current password.
    pub current: String,
    /// Code of the authenticator app or a recovery code. Required of a person with an authenticator app or a passkey, unless
    /// `passkey` is given.
    pub code: Option<String>,
    /// Signature of a passkey that the person has already.
    pub passkey: Option<PasskeyAssertion>,
}

/// A created passkey, `AuthenticatorAttestationResponse` of the browser.
#[apply(request)]
#[derive(Default)]
pub struct NewPasskey {
    /// Name of the passkey. Empty: the browser and system of the request.
    pub name: String,
    /// `clientDataJSON`.
    pub client_data: String,
    /// `getAuthenticatorData()`.
    pub authenticator_data: String,
    /// `getPublicKey()`: the public key as a DER `SubjectPublicKeyInfo`.
    pub public_key: String,
    /// `getTransports()`.
    pub transports: Vec<String>,
}

/// A passkey that was added.
#[apply(response)]
pub struct AddedPasskey {
    pub passkey: Passkey,
    /// Codes that replace the passkey or the authenticator app, each for one login. Empty if the person has such codes already. The
    /// only response that contains them.
    pub recovery_codes: Vec<String>,
}

/// Removes a passkey. Without `code` and `passkey` the answer is `second_factor_required` with a challenge.
#[apply(request)]
#[derive(Default)]
pub struct PasskeyRemoval {
    /// Code of the authenticator app or a recovery code.
    pub code: Option<String>,
    /// Signature of any passkey of the person.
    pub passkey: Option<PasskeyAssertion>,
}
