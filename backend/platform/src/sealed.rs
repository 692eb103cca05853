//! Encryption of secrets that the server has to read again: AES-256-GCM with a key of the configuration.

use super::rng;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::Mac as _;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};

/// The secret can't be decrypted: it was changed, belongs to another row, or was encrypted with another key.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("a stored secret can't be decrypted: is SECRETS_KEY the one that it was encrypted with?")]
pub struct UnreadableSecret;

fn cipher(key: &str) -> Result<LessSafeKey, UnreadableSecret> {
    let derived = rng::hmac_sha256(key.as_bytes())
        .chain_update(b"karavan stored secrets")
        .finalize();
    let key = UnboundKey::new(&AES_256_GCM, &derived.into_bytes()).map_err(|_| UnreadableSecret)?;
    Ok(LessSafeKey::new(key))
}

/// Encrypts a secret. `context` names its owner: only with the same context it can be decrypted.
pub fn seal(key: &str, context: &str, secret: &[u8]) -> Result<String, UnreadableSecret> {
    let nonce = rng::bytes::<NONCE_LEN>();
    let mut sealed = secret.to_vec();
    let aad = Aad::from(context.as_bytes());
    cipher(key)?
        .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), aad, &mut sealed)
        .map_err(|_| UnreadableSecret)?;
    Ok(URL_SAFE_NO_PAD.encode([&nonce[..], &sealed].concat()))
}

/// Decrypts a secret.
pub fn open(key: &str, context: &str, sealed: &str) -> Result<Vec<u8>, UnreadableSecret> {
    let bytes = URL_SAFE_NO_PAD.decode(sealed).map_err(|_| UnreadableSecret)?;
    let (nonce, encrypted) = bytes.split_at_checked(NONCE_LEN).ok_or(UnreadableSecret)?;
    let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| UnreadableSecret)?;
    let mut secret = encrypted.to_vec();
    let length = cipher(key)?
        .open_in_place(nonce, Aad::from(context.as_bytes()), &mut secret)
        .map_err(|_| UnreadableSecret)?
        .len();
    secret.truncate(length);
    Ok(secret)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secret_is_readable_with_its_key_and_context_only() {
        let sealed = seal("a key", "user 5", b"secret").expect("sealed");
        assert_ne!(sealed, seal("a key", "user 5", b"secret").expect("sealed"));
        assert_eq!(open("a key", "user 5", &sealed).expect("opened"), b"secret");
        assert!(open("another key", "user 5", &sealed).is_err());
        assert!(open("a key", "user 6", &sealed).is_err());
        assert!(open("a key", "user 5", "short").is_err());
    }
}
