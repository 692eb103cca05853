//! Secrets and random texts, all from the operating system's generator.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit};
use rand::{Rng as _, RngExt as _, rngs::ThreadRng};
use sha2::{Digest, Sha256};

#[expect(
    clippy::disallowed_methods,
    reason = "the one place that takes chance from the system"
)]
fn generator() -> ThreadRng {
    rand::rng()
}

/// A refresh token: 256 bits, URL-safe.
pub fn refresh_token() -> String {
    let mut bytes = [0; 32];
    generator().fill_bytes(&mut bytes);
    URL_SAFE_NO_PAD.encode(bytes)
}

/// An extension token with its checksum.
pub fn extension_token() -> String {
    let mut values = [0; shared_types::token::RANDOM_LENGTH];
    for value in &mut values {
        *value = generator().random_range(0..62_u8);
    }
    shared_types::token::compose(values)
}

/// A one-time code of six digits.
pub fn code() -> String {
    format!("{:06}", generator().random_range(0..1_000_000_u32))
}

/// A short code to be read aloud and typed: a letter first, then letters and digits that are not mistaken for each other.
pub fn short_code(length: usize) -> String {
    const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz";
    const SIGNS: &[u8] = b"23456789abcdefghjkmnpqrstuvwxyz";
    let mut generator = generator();
    let mut pick = |signs: &[u8]| {
        let index = generator.random_range(0..signs.len());
        signs.get(index).map_or('a', |sign| char::from(*sign))
    };
    let first = pick(LETTERS);
    std::iter::once(first).chain((1..length).map(|_| pick(SIGNS))).collect()
}

/// A number that tells replicas apart.
pub fn number() -> u32 {
    generator().random()
}

/// An id for a request: 128 bits in hex.
pub fn request_id() -> String {
    let mut bytes = [0; 16];
    generator().fill_bytes(&mut bytes);
    hex::encode(bytes)
}

/// How long secrets of more than 112 bits are stored: their SHA-256, in hex.
pub fn digest(secret: impl AsRef<[u8]>) -> String {
    hex::encode(Sha256::digest(secret))
}

/// A signature's beginning, by a key of any length.
pub fn keyed(key: &[u8]) -> Hmac<Sha256> {
    // HMAC takes keys of any length.
    Hmac::<Sha256>::new_from_slice(key).unwrap_or_else(|_| Hmac::new(&hmac::digest::Key::<Hmac<Sha256>>::default()))
}
