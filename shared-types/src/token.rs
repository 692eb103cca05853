//! Format of extension tokens: `svc_`, 30 base62 characters, and a checksum of 6 characters.
//!
//! With the checksum, both the extension and the server can distinguish a typo from a revoked token without a database
//! query. API keys have the same checksum ([`crate::api_keys::KeyText`]).

/// Prefix of every extension token.
pub const PREFIX: &str = "svc_";
/// Number of random characters after the prefix (about 178 bits).
pub const RANDOM_LENGTH: usize = 30;
pub(crate) const CHECKSUM_LENGTH: usize = 6;
pub(crate) const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Builds a token from random values. Each value is mapped to a base62 character.
pub fn compose(random: [u8; RANDOM_LENGTH]) -> String {
    let mut token = String::from(PREFIX);
    token.extend(random.into_iter().map(base62));
    token.push_str(&checksum(&token));
    token
}

/// Maps a value to a base62 character.
pub fn base62(value: u8) -> char {
    char::from(ALPHABET[usize::from(value % 62)])
}

/// Whether the text has the format of a token and a valid checksum.
pub fn is_well_formed(token: &str) -> bool {
    let length = PREFIX.len() + RANDOM_LENGTH + CHECKSUM_LENGTH;
    token.len() == length
        && token.starts_with(PREFIX)
        && token
            .bytes()
            .skip(PREFIX.len())
            .all(|byte| byte.is_ascii_alphanumeric())
        && {
            let (body, sum) = token.split_at(length - CHECKSUM_LENGTH);
            checksum(body) == sum
        }
}

/// The CRC32 of a text in base62.
pub(crate) fn checksum(body: &str) -> String {
    let mut rest = crc32fast::hash(body.as_bytes());
    let mut sum = [b'0'; CHECKSUM_LENGTH];
    for character in sum.iter_mut().rev() {
        *character = ALPHABET[(rest % 62) as usize];
        rest /= 62;
    }
    sum.into_iter().map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(test_seed::proptest_config(256))]
        #[test]
        fn single_wrong_character_is_detected(random: [u8; RANDOM_LENGTH], position in 0..40_usize, shift in 1..62_usize) {
            let token = compose(random);
            prop_assert!(is_well_formed(&token));
            let mut typo = token.clone().into_bytes();
            let old = typo[position];
            let index = ALPHABET.iter().position(|byte| *byte == old);
            typo[position] = index.map_or(b'x', |index| ALPHABET[(index + shift) % 62]);
            let typo = String::from_utf8(typo).expect("ascii");
            prop_assert!(!is_well_formed(&typo));
        }
    }
}
