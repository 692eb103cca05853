//! Verification of passkeys: the answers of browsers to a challenge (W3C `WebAuthn` Level 3, sections 7.1 and 7.2).
//!
//! Attestation is not requested, so a created passkey is trusted because the person who creates it is logged in.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::{
    digest::{SHA256, digest},
    signature::{
        ECDSA_P256_SHA256_ASN1, ED25519, RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey, VerificationAlgorithm,
    },
};
use serde::Deserialize;
use shared_types::identity::{NewPasskey, PasskeyAssertion, limits::PASSKEY_BYTES};

/// The signature algorithms that are accepted, by their numbers at IANA, the preferred one first: ES256, `EdDSA`, RS256.
pub const ALGORITHMS: [i32; 3] = [-7, -8, -257];
/// The longest credential id.
const MAX_CREDENTIAL_ID: usize = 1023;
/// The beginning of a `SubjectPublicKeyInfo` of a point on P-256, before the point.
const P256_HEADER: [u8; 26] = [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce,
    0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
];
/// The same of an Ed25519 key.
const ED25519_HEADER: [u8; 12] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];
/// The algorithm of a `SubjectPublicKeyInfo` of an RSA key. It follows the length of the whole.
const RSA_ALGORITHM: [u8; 15] = [
    0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
];

/// The answer is not one to the challenge, or its signature is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the passkey is rejected")]
pub struct PasskeyRejected;

/// The operation that a browser was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ceremony {
    Create,
    Get,
}

/// The values that an answer must contain.
#[derive(Clone, Copy)]
pub struct Expectation<'a> {
    /// The challenge in Base64url.
    pub challenge: &'a str,
    /// The host of the passkeys.
    pub rp_id: &'a str,
    /// Whether pages of an origin may ask for the passkeys.
    pub is_origin: &'a dyn Fn(&str) -> bool,
}

/// A passkey that a browser has created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreatedPasskey {
    /// In Base64url.
    pub credential_id: String,
    pub sign_count: u32,
}

/// `clientDataJSON`.
#[derive(Deserialize)]
struct ClientData {
    #[serde(rename = "type")]
    kind: String,
    challenge: String,
    origin: String,
    #[serde(rename = "crossOrigin", default)]
    cross_origin: bool,
}

/// The data that an authenticator signs.
struct AuthenticatorData<'a> {
    sign_count: u32,
    /// Present when a passkey is created.
    credential_id: Option<&'a [u8]>,
}

/// Bytes in Base64url, as browsers expect them.
pub fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn decode(text: &str) -> Result<Vec<u8>, PasskeyRejected> {
    if text.len() > PASSKEY_BYTES {
        return Err(PasskeyRejected);
    }
    URL_SAFE_NO_PAD.decode(text).map_err(|_| PasskeyRejected)
}

/// The challenge that an answer repeats.
pub fn challenge_of(client_data: &str) -> Result<String, PasskeyRejected> {
    let data: ClientData = serde_json::from_slice(&decode(client_data)?).map_err(|_| PasskeyRejected)?;
    Ok(data.challenge)
}

fn verify_client_data(bytes: &[u8], ceremony: Ceremony, expected: Expectation<'_>) -> Result<(), PasskeyRejected> {
    let data: ClientData = serde_json::from_slice(bytes).map_err(|_| PasskeyRejected)?;
    let kind = match ceremony {
        Ceremony::Create => "webauthn.create",
        Ceremony::Get => "webauthn.get",
    };
    let is_expected = data.kind == kind
        && data.challenge == expected.challenge
        && !data.cross_origin
        && (expected.is_origin)(&data.origin);
    is_expected.then_some(()).ok_or(PasskeyRejected)
}

impl<'a> AuthenticatorData<'a> {
    const USER_PRESENT: u8 = 0x01;
    const HAS_CREDENTIAL: u8 = 0x40;

    /// Reads the data and verifies that it is for the host and that a person was present.
    fn verify(bytes: &'a [u8], rp_id: &str) -> Result<Self, PasskeyRejected> {
        let (host, rest) = bytes.split_first_chunk::<32>().ok_or(PasskeyRejected)?;
        let (&[flags], rest) = rest.split_first_chunk::<1>().ok_or(PasskeyRejected)?;
        let (sign_count, rest) = rest.split_first_chunk::<4>().ok_or(PasskeyRejected)?;
        if host != digest(&SHA256, rp_id.as_bytes()).as_ref() || flags & Self::USER_PRESENT == 0 {
            return Err(PasskeyRejected);
        }
        let credential_id = if flags & Self::HAS_CREDENTIAL == 0 {
            None
        } else {
            // The model of the authenticator stands before the id and its length.
            let (_, rest) = rest.split_first_chunk::<16>().ok_or(PasskeyRejected)?;
            let (length, rest) = rest.split_first_chunk::<2>().ok_or(PasskeyRejected)?;
            let id = rest.get(..usize::from(u16::from_be_bytes(*length)));
            Some(id.ok_or(PasskeyRejected)?)
        };
        Ok(Self {
            sign_count: u32::from_be_bytes(*sign_count),
            credential_id,
        })
    }
}

/// The algorithm and the key of a `SubjectPublicKeyInfo` (RFC 5280) in DER.
fn parse_public_key(info: &[u8]) -> Result<(&'static dyn VerificationAlgorithm, &[u8]), PasskeyRejected> {
    if let Some(point) = info.strip_prefix(&P256_HEADER) {
        return Ok((&ECDSA_P256_SHA256_ASN1, point));
    }
    if let Some(key) = info.strip_prefix(&ED25519_HEADER) {
        return Ok((&ED25519, key));
    }
    // Of an RSA key of 2048 bits and more, both lengths take two bytes.
    let [0x30, 0x82, _, _, rest @ ..] = info else {
        return Err(PasskeyRejected);
    };
    match rest.strip_prefix(&RSA_ALGORITHM) {
        Some([0x03, 0x82, _, _, 0x00, key @ ..]) => Ok((&RSA_PKCS1_2048_8192_SHA256, key)),
        _ => Err(PasskeyRejected),
    }
}

/// Verifies a created passkey.
pub fn verify_creation(new: &NewPasskey, expected: Expectation<'_>) -> Result<CreatedPasskey, PasskeyRejected> {
    verify_client_data(&decode(&new.client_data)?, Ceremony::Create, expected)?;
    let data = decode(&new.authenticator_data)?;
    let data = AuthenticatorData::verify(&data, expected.rp_id)?;
    let credential_id = data.credential_id.filter(|id| id.len() <= MAX_CREDENTIAL_ID);
    parse_public_key(&decode(&new.public_key)?)?;
    Ok(CreatedPasskey {
        credential_id: encode(credential_id.ok_or(PasskeyRejected)?),
        sign_count: data.sign_count,
    })
}

/// Verifies the signature of a passkey, and returns its new counter. `public_key` and `sign_count` are the stored values.
///
/// A counter that does not grow is a copy of the passkey. Passkeys that are synchronized have none.
pub fn verify_assertion(
    assertion: &PasskeyAssertion,
    public_key: &str,
    sign_count: u32,
    expected: Expectation<'_>,
) -> Result<u32, PasskeyRejected> {
    let client_data = decode(&assertion.client_data)?;
    verify_client_data(&client_data, Ceremony::Get, expected)?;
    let data = decode(&assertion.authenticator_data)?;
    let new_count = AuthenticatorData::verify(&data, expected.rp_id)?.sign_count;
    let info = decode(public_key)?;
    let (algorithm, key) = parse_public_key(&info)?;
    let signed = [&data, digest(&SHA256, &client_data).as_ref()].concat();
    UnparsedPublicKey::new(algorithm, key)
        .verify(&signed, &decode(&assertion.signature)?)
        .map_err(|_| PasskeyRejected)?;
    let has_counter = new_count != 0 || sign_count != 0;
    if has_counter && new_count <= sign_count {
        return Err(PasskeyRejected);
    }
    Ok(new_count)
}

#[cfg(test)]
mod tests;
