//! Signed, short-lived addresses of stored files.
//!
//! Whoever may see a thing gets its addresses with it; the addresses say by themselves that they were given, so serving a file
//! asks no database. They last between half an hour and an hour, and stay the same for half an hour, so that browsers keep
//! what they fetched.

use super::BLOB;
use crate::platform::{rng, state::AppState};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use hmac::{Hmac, Mac};
use sha2::Sha256;
use shared_types::media::{PhotoAddresses, Signed};

/// Seconds for which an address stays the same.
const STEP: i64 = 1800;

/// Makes addresses.
pub struct Signer {
    key: Hmac<Sha256>,
    exp: i64,
}

impl Signer {
    /// For addresses that are given out now.
    pub fn new(state: &AppState) -> Self {
        Self::with(&state.config.jwt_secret, state.clock.now())
    }

    fn with(secret: &str, now: DateTime<Utc>) -> Self {
        Self {
            key: rng::keyed(secret.as_bytes()),
            exp: (now.timestamp().div_euclid(STEP) + 2) * STEP,
        }
    }

    /// The address of one file of a stored thing.
    pub fn address(&self, path: &str, file: &str) -> String {
        self.signed(path, file, None)
    }

    /// The address of a file that is saved by a name.
    pub fn download(&self, path: &str, name: &str) -> String {
        self.signed(path, BLOB, Some(name.to_owned()))
    }

    fn signed(&self, path: &str, file: &str, name: Option<String>) -> String {
        let key = format!("{path}/{file}").replace('/', "-");
        let tag = tag(self.key.clone(), &key, self.exp, name.as_deref());
        let signed = Signed {
            exp: self.exp,
            sig: URL_SAFE_NO_PAD.encode(tag.finalize().into_bytes()),
            name,
        };
        // Three values of plain types: they can always be written.
        let query = serde_urlencoded::to_string(&signed).unwrap_or_default();
        format!("/media/{key}?{query}")
    }

    /// The thumbnail of a person's picture, where there is one.
    pub fn thumb(&self, path: Option<&str>) -> Option<String> {
        path.map(|path| self.address(path, "thumb.jpg"))
    }

    /// The addresses of a stored picture.
    pub fn photo(&self, path: &str) -> PhotoAddresses {
        PhotoAddresses {
            thumb: self.address(path, "thumb.jpg"),
            view: self.address(path, "view.jpg"),
            full: self.address(path, "full.jpg"),
        }
    }
}

/// Login tokens and addresses are signed by the one secret, over texts that can't be taken for each other.
fn tag(mut mac: Hmac<Sha256>, key: &str, exp: i64, name: Option<&str>) -> Hmac<Sha256> {
    mac.update(format!("karavan media\n{key}\n{exp}").as_bytes());
    if let Some(name) = name {
        mac.update(b"\n");
        mac.update(name.as_bytes());
    }
    mac
}

/// The path in the storage, when the address was given by us and still works.
pub(super) fn open(secret: &str, key_name: &str, signed: &Signed, now: DateTime<Utc>) -> Option<String> {
    let given = URL_SAFE_NO_PAD.decode(&signed.sig).ok()?;
    tag(
        rng::keyed(secret.as_bytes()),
        key_name,
        signed.exp,
        signed.name.as_deref(),
    )
    .verify_slice(&given)
    .ok()?;
    (signed.exp > now.timestamp()).then(|| key_name.replace('-', "/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "a secret of at least thirty-two characters";

    fn parts(address: &str) -> (String, Signed) {
        let (path, query) = address.split_once('?').expect("a query");
        let signed = serde_urlencoded::from_str(query).expect("exp and sig");
        (path.trim_start_matches("/media/").to_owned(), signed)
    }

    #[test]
    fn an_address_opens_its_own_file_for_an_hour_at_most() {
        let now = DateTime::from_timestamp(1_795_000_000, 0).expect("a time");
        let (key, signed) = parts(&Signer::with(SECRET, now).address("items/1/ab", "view.jpg"));
        assert_eq!(open(SECRET, &key, &signed, now).as_deref(), Some("items/1/ab/view.jpg"));
        assert!(signed.exp - now.timestamp() <= 3600 && signed.exp - now.timestamp() >= 1800);
        let later = now + chrono::Duration::hours(1);
        assert_eq!(open(SECRET, &key, &signed, later), None);
        let longer = Signed {
            exp: signed.exp + 1,
            ..signed.clone()
        };
        assert_eq!(open(SECRET, &key, &longer, now), None);
        assert_eq!(open(SECRET, "items-2-ab-view.jpg", &signed, now), None);
        let (key, named) = parts(&Signer::with(SECRET, now).download("chats/1/ab", "счёт.pdf"));
        assert_eq!(named.name.as_deref(), Some("счёт.pdf"));
        assert_eq!(open(SECRET, &key, &named, now).as_deref(), Some("chats/1/ab/file.bin"));
        for name in [None, Some("счёт.exe".to_owned())] {
            let other = Signed { name, ..named.clone() };
            assert_eq!(open(SECRET, &key, &other, now), None, "a name belongs to its address");
        }
        assert_eq!(
            open("another secret of thirty-two characters", &key, &signed, now),
            None
        );
    }
}
