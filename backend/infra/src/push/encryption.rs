//! The encryption of a message for one browser (RFC 8291), as one record of `aes128gcm` (RFC 8188).

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use platform::rng;
use ring::{
    aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral},
    error::Unspecified,
    hkdf::{HKDF_SHA256, KeyType, Prk, Salt},
    rand::SystemRandom,
};

/// Size of a record: push services refuse longer messages.
const RECORD_SIZE: u32 = 4096;
/// Most bytes of a message: a record holds its header, the end mark and the tag, too.
const MAX_MESSAGE: usize = RECORD_SIZE as usize - 86 - 1 - 16;
/// Ends the text of the last record.
const LAST_RECORD: u8 = 2;
const PUBLIC_KEY: usize = 65;
const AUTH: usize = 16;

/// A browser's public key on P-256, and the secret that it shares with this server.
pub(super) struct BrowserKeys {
    public: [u8; PUBLIC_KEY],
    auth: [u8; AUTH],
}

impl BrowserKeys {
    /// Reads keys in base64url, with or without padding.
    pub(super) fn parse(p256dh: &str, auth: &str) -> Option<Self> {
        fn decode<const LENGTH: usize>(text: &str) -> Option<[u8; LENGTH]> {
            let bytes = URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()?;
            bytes.try_into().ok()
        }
        Some(Self {
            public: decode(p256dh)?,
            auth: decode(auth)?,
        })
    }
}

/// Encrypts a message of at most `MAX_MESSAGE` bytes. Fails also if the browser's key is no point on the curve.
pub(super) fn encrypt(keys: &BrowserKeys, message: &[u8]) -> Result<Vec<u8>, Unspecified> {
    if message.len() > MAX_MESSAGE {
        return Err(Unspecified);
    }
    let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new())?;
    let public = private.compute_public_key()?;
    let browser = UnparsedPublicKey::new(&ECDH_P256, keys.public);
    agree_ephemeral(private, &browser, |secret| {
        seal(keys, public.as_ref(), secret, rng::bytes(), message)
    })?
}

fn seal(
    keys: &BrowserKeys,
    sender: &[u8],
    secret: &[u8],
    salt: [u8; 16],
    message: &[u8],
) -> Result<Vec<u8>, Unspecified> {
    let shared = Salt::new(HKDF_SHA256, &keys.auth).extract(secret);
    let input: [u8; 32] = derive(&shared, &[b"WebPush: info\0", &keys.public, sender])?;
    let content = Salt::new(HKDF_SHA256, &salt).extract(&input);
    let key: [u8; 16] = derive(&content, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce: [u8; 12] = derive(&content, &[b"Content-Encoding: nonce\0"])?;
    let mut text = [message, &[LAST_RECORD]].concat();
    LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?).seal_in_place_append_tag(
        Nonce::assume_unique_for_key(nonce),
        Aad::empty(),
        &mut text,
    )?;
    let size = RECORD_SIZE.to_be_bytes();
    Ok([&salt[..], &size, &[65], sender, &text].concat())
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn derive<const LENGTH: usize>(key: &Prk, info: &[&[u8]]) -> Result<[u8; LENGTH], Unspecified> {
    let mut derived = [0; LENGTH];
    key.expand(info, Length(LENGTH))?.fill(&mut derived)?;
    Ok(derived)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BROWSER: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH_SECRET: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).expect("base64url")
    }

    /// Appendix A of RFC 8291.
    #[test]
    fn message_is_encrypted_as_in_the_standard() {
        let keys = BrowserKeys::parse(BROWSER, AUTH_SECRET).expect("keys");
        let sender = bytes("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
        let secret = bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().expect("16 bytes");
        let message = b"When I grow up, I want to be a watermelon";
        let sealed = seal(&keys, &sender, &secret, salt, message).expect("encrypted");
        assert_eq!(
            URL_SAFE_NO_PAD.encode(sealed),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_\
             yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn longest_message_fills_the_record() {
        let keys = BrowserKeys::parse(BROWSER, AUTH_SECRET).expect("keys");
        let sealed = encrypt(&keys, &[b'a'; MAX_MESSAGE]).expect("encrypted");
        assert_eq!(sealed.len(), RECORD_SIZE as usize);
        assert!(encrypt(&keys, &[b'a'; MAX_MESSAGE + 1]).is_err());
    }

    #[test]
    fn wrong_keys_are_refused() {
        assert!(BrowserKeys::parse(&format!("{BROWSER}="), AUTH_SECRET).is_some());
        for (public, auth) in [
            ("", AUTH_SECRET),
            (BROWSER, ""),
            (AUTH_SECRET, BROWSER),
            ("?", AUTH_SECRET),
        ] {
            assert!(BrowserKeys::parse(public, auth).is_none(), "{public} {auth}");
        }
        let no_point = BrowserKeys::parse(&URL_SAFE_NO_PAD.encode([4; 65]), AUTH_SECRET).expect("of the right length");
        assert!(encrypt(&no_point, b"text").is_err());
    }
}
