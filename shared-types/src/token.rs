//! The shape of extension tokens: `svc_` + 30 base62 characters + a 6-character checksum.
//!
//! The checksum tells a typo from a revoked token without a look-up, on either side of the wire.

/// What every extension token starts with.
pub const PREFIX: &str = "svc_";
/// Random characters after the prefix (about 178 bits).
pub const RANDOM_LENGTH: usize = 30;
const CHECKSUM_LENGTH: usize = 6;
const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Builds a token from randomness: each value below 62 becomes a character.
pub fn compose(random: [u8; RANDOM_LENGTH]) -> String {
    let mut token = String::from(PREFIX);
    token.extend(random.iter().map(|value| char::from(ALPHABET[usize::from(value % 62)])));
    token.push_str(&checksum(&token));
    token
}

/// Whether the text has the shape of a token and a checksum that fits.
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

fn checksum(body: &str) -> String {
    let mut rest = crc32fast::hash(body.as_bytes());
    let mut sum = [b'0'; CHECKSUM_LENGTH];
    for place in sum.iter_mut().rev() {
        *place = ALPHABET[(rest % 62) as usize];
        rest /= 62;
    }
    sum.into_iter().map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_typo_of_one_character_is_seen(random: [u8; RANDOM_LENGTH], place in 0..40_usize, shift in 1..62_usize) {
            let token = compose(random);
            prop_assert!(is_well_formed(&token));
            let mut typo = token.clone().into_bytes();
            let old = typo[place];
            let index = ALPHABET.iter().position(|byte| *byte == old);
            typo[place] = index.map_or(b'x', |index| ALPHABET[(index + shift) % 62]);
            let typo = String::from_utf8(typo).expect("ascii");
            prop_assert!(!is_well_formed(&typo));
        }
    }
}
