//! The text of a key: `krv_live_<id>_<secret><checksum>`.
//!
//! The prefix says what it is and where it belongs, so that scanners of leaked secrets find it. The id finds the row, the secret is
//! compared with its stored hash, and the checksum tells a typo before the database is asked.

use crate::token::{CHECKSUM_LENGTH, base62, checksum};

/// Prefix of every key.
const PREFIX: &str = "krv_";
/// Number of characters of the public id.
pub const ID_LENGTH: usize = 12;
/// Number of characters of the secret (256 bits).
pub const SECRET_LENGTH: usize = 43;
/// Number of last characters that lists show.
pub const SHOWN_LENGTH: usize = 4;

closed_set! {
    /// Whether a key is for real data or for trying out.
    pub enum KeyEnvironment {
        /// Keys of a service in production.
        Live = "live",
        /// Keys of a service for development or demonstration.
        Test = "test",
    }
}

/// The parts of a key whose checksum is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyText<'a> {
    /// Whether it is a key for real data.
    pub environment: KeyEnvironment,
    /// The public id.
    pub id: &'a str,
    pub secret: &'a str,
}

impl<'a> KeyText<'a> {
    /// Whether a credential is meant to be a key.
    pub fn is_meant(credential: &str) -> bool {
        credential.starts_with(PREFIX)
    }

    /// Reads a key. `None` if it is mistyped.
    pub fn parse(text: &'a str) -> Option<Self> {
        let (body, sum) = text.split_at_checked(text.len().checked_sub(CHECKSUM_LENGTH)?)?;
        if checksum(body) != sum {
            return None;
        }
        let mut parts = body.strip_prefix(PREFIX)?.split('_');
        let (environment, id, secret) = (parts.next()?, parts.next()?, parts.next()?);
        let is_right =
            |text: &str, length: usize| text.len() == length && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        (parts.next().is_none() && is_right(id, ID_LENGTH) && is_right(secret, SECRET_LENGTH)).then_some(Self {
            environment: KeyEnvironment::from_name(environment)?,
            id,
            secret,
        })
    }

    /// Builds a key from random values, each of which is mapped to a base62 character.
    pub fn compose(environment: KeyEnvironment, id: [u8; ID_LENGTH], secret: [u8; SECRET_LENGTH]) -> String {
        let mut text = [PREFIX, environment.as_str(), "_"].concat();
        text.extend(id.into_iter().map(base62));
        text.push('_');
        text.extend(secret.into_iter().map(base62));
        text.push_str(&checksum(&text));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(test_seed::proptest_config(256))]
        #[test]
        fn single_wrong_character_is_detected(seed: [u8; 32], position in 0..71_usize, shift in 1..62_usize) {
            let value = |index: usize| seed[index % seed.len()].wrapping_add(u8::try_from(index).unwrap_or_default());
            let (id, secret) = (std::array::from_fn(value), std::array::from_fn(|index| value(index + ID_LENGTH)));
            let text = KeyText::compose(KeyEnvironment::Test, id, secret);
            prop_assert_eq!(text.len(), 71);
            let key = KeyText::parse(&text).expect("a key");
            prop_assert_eq!((key.environment, key.id.len(), key.secret.len()), (KeyEnvironment::Test, ID_LENGTH, SECRET_LENGTH));
            let mut typo = text.clone().into_bytes();
            let old = typo[position];
            let index = crate::token::ALPHABET.iter().position(|byte| *byte == old);
            typo[position] = index.map_or(b'x', |index| crate::token::ALPHABET[(index + shift) % 62]);
            let typo = String::from_utf8(typo).expect("ascii");
            prop_assert_eq!(KeyText::parse(&typo), None);
        }

        #[test]
        fn any_text_is_read_without_a_panic(text: String) {
            prop_assert_eq!(KeyText::parse(&text), None);
            let prefixed = format!("krv_live_{text}");
            prop_assert_eq!(KeyText::parse(&prefixed), None);
        }
    }
}
