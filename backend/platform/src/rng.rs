//! Secrets and random texts from the operating system's generator, and digests of secrets.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit};
use rand::{Rng as _, RngExt as _, rngs::ThreadRng};
use sha2::{Digest, Sha256};
use shared_types::api_keys::{KeyEnvironment, KeyText};

#[expect(
    clippy::disallowed_methods,
    reason = "the one place that uses the system's random generator"
)]
fn generator() -> ThreadRng {
    rand::rng()
}

/// Length of a refresh token, in characters.
pub const SECRET_LENGTH: usize = 43;

/// Generates a refresh token: 256 bits, URL-safe.
pub fn refresh_token() -> String {
    let mut bytes = [0; 32];
    generator().fill_bytes(&mut bytes);
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Generates an extension token with its checksum.
pub fn extension_token() -> String {
    let mut values = [0; shared_types::token::RANDOM_LENGTH];
    for value in &mut values {
        *value = generator().random_range(0..62_u8);
    }
    shared_types::token::compose(values)
}

/// Generates an API key with its checksum.
pub fn api_key(environment: KeyEnvironment) -> String {
    let mut value = |_| generator().random_range(0..62_u8);
    KeyText::compose(
        environment,
        std::array::from_fn(&mut value),
        std::array::from_fn(&mut value),
    )
}

/// Generates a one-time code of six digits.
pub fn one_time_code() -> String {
    format!("{:06}", generator().random_range(0..1_000_000_u32))
}

/// Generates a short code to be read aloud and typed: a letter, then letters and digits that are not easily confused.
pub fn short_code(length: usize) -> String {
    const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz";
    const CHARACTERS: &[u8] = b"23456789abcdefghjkmnpqrstuvwxyz";
    let mut generator = generator();
    let mut pick = |characters: &[u8]| {
        let index = generator.random_range(0..characters.len());
        characters.get(index).map_or('a', |character| char::from(*character))
    };
    let first = pick(LETTERS);
    std::iter::once(first)
        .chain((1..length).map(|_| pick(CHARACTERS)))
        .collect()
}

/// Generates random bytes.
pub fn bytes<const LENGTH: usize>() -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    generator().fill_bytes(&mut bytes);
    bytes
}

/// Generates a recovery code: 24 letters and digits in groups of six, 120 bits.
pub fn recovery_code() -> String {
    const CHARACTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
    let mut code = String::new();
    for (index, byte) in bytes::<24>().into_iter().enumerate() {
        if index > 0 && index % 6 == 0 {
            code.push('-');
        }
        code.push(char::from(CHARACTERS[usize::from(byte % 32)]));
    }
    code
}

/// Generates a number that identifies a replica.
pub fn replica_id() -> u32 {
    generator().random()
}

/// Generates the number of a socket.
pub fn socket_number() -> u64 {
    generator().random()
}

/// Generates a request id: 128 bits in hex.
pub fn request_id() -> String {
    let mut bytes = [0; 16];
    generator().fill_bytes(&mut bytes);
    hex::encode(bytes)
}

/// The SHA-256 of a secret, in hex: the form in which secrets of more than 112 bits are stored.
pub fn digest(secret: impl AsRef<[u8]>) -> String {
    hex::encode(Sha256::digest(secret))
}

/// Starts an HMAC-SHA256 with a key of any length.
pub fn hmac_sha256(key: &[u8]) -> Hmac<Sha256> {
    // HMAC accepts keys of any length, so the fallback is never used.
    Hmac::<Sha256>::new_from_slice(key).unwrap_or_else(|_| Hmac::new(&hmac::digest::Key::<Hmac<Sha256>>::default()))
}
