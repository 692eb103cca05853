//! Signed, short-lived URLs of stored files.
//!
//! The API returns the URL of a file only to callers who may see it. The signature proves this, so serving a file needs no
//! database. A URL is valid for 30 to 60 minutes. Within half an hour the URL of a file stays the same, so that browsers can
//! cache it.

use super::BLOB_FILE_NAME;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use hmac::{Hmac, Mac};
use platform::{rng, state::AppState};
use sha2::Sha256;
use shared_types::media::{PhotoAddresses, SignedQuery};

/// Seconds for which the URL of a file stays the same.
const STABLE_SECONDS: i64 = 1800;

/// Creates signed URLs.
pub struct UrlSigner {
    key: Hmac<Sha256>,
    exp: i64,
}

impl UrlSigner {
    /// Creates a signer for URLs that are returned now.
    pub fn new(state: &AppState) -> Self {
        Self::with(&state.config.jwt_secret, state.clock.now())
    }

    fn with(secret: &str, now: DateTime<Utc>) -> Self {
        Self {
            key: rng::hmac_sha256(secret.as_bytes()),
            exp: (now.timestamp().div_euclid(STABLE_SECONDS) + 2) * STABLE_SECONDS,
        }
    }

    /// The URL of one file in the folder `path`.
    pub fn address(&self, path: &str, file: &str) -> String {
        self.signed(path, file, None)
    }

    /// The URL by which a file of any type is downloaded; the browser saves it as `name`.
    pub fn download(&self, path: &str, name: &str) -> String {
        self.signed(path, BLOB_FILE_NAME, Some(name.to_owned()))
    }

    fn signed(&self, path: &str, file: &str, name: Option<String>) -> String {
        let key = format!("{path}/{file}").replace('/', "-");
        let mac = url_mac(self.key.clone(), &key, self.exp, name.as_deref());
        let signed = SignedQuery {
            exp: self.exp,
            sig: URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()),
            name,
        };
        // Numbers and strings can always be serialized.
        let query = serde_urlencoded::to_string(&signed).unwrap_or_default();
        format!("/media/{key}?{query}")
    }

    /// The URL of the thumbnail of a person's picture, if there is a picture.
    pub fn thumb(&self, path: Option<&str>) -> Option<String> {
        path.map(|path| self.address(path, "thumb.jpg"))
    }

    /// The URLs of a stored picture in its three sizes.
    pub fn photo(&self, path: &str) -> PhotoAddresses {
        PhotoAddresses {
            thumb: self.address(path, "thumb.jpg"),
            view: self.address(path, "view.jpg"),
            full: self.address(path, "full.jpg"),
        }
    }
}

/// Adds the signed text of a URL to `mac`. The key also signs login tokens; the prefix keeps the signed texts distinct.
fn url_mac(mut mac: Hmac<Sha256>, key: &str, exp: i64, name: Option<&str>) -> Hmac<Sha256> {
    mac.update(format!("karavan media\n{key}\n{exp}").as_bytes());
    if let Some(name) = name {
        mac.update(b"\n");
        mac.update(name.as_bytes());
    }
    mac
}

/// Returns the path in the storage if the signature of a URL is valid and the URL has not expired.
pub(super) fn verify(secret: &str, key_name: &str, signed: &SignedQuery, now: DateTime<Utc>) -> Option<String> {
    let given = URL_SAFE_NO_PAD.decode(&signed.sig).ok()?;
    url_mac(
        rng::hmac_sha256(secret.as_bytes()),
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

    fn parts(url: &str) -> (String, SignedQuery) {
        let (path, query) = url.split_once('?').expect("query");
        let signed = serde_urlencoded::from_str(query).expect("valid query");
        (path.trim_start_matches("/media/").to_owned(), signed)
    }

    #[test]
    fn signed_url_is_valid_for_its_own_file_for_at_most_an_hour() {
        let now = DateTime::from_timestamp(1_795_000_000, 0).expect("valid timestamp");
        let (key, signed) = parts(&UrlSigner::with(SECRET, now).address("items/1/ab", "view.jpg"));
        assert_eq!(
            verify(SECRET, &key, &signed, now).as_deref(),
            Some("items/1/ab/view.jpg")
        );
        assert!(signed.exp - now.timestamp() <= 3600 && signed.exp - now.timestamp() >= 1800);
        let later = now + chrono::Duration::hours(1);
        assert_eq!(verify(SECRET, &key, &signed, later), None);
        let longer = SignedQuery {
            exp: signed.exp + 1,
            ..signed.clone()
        };
        assert_eq!(verify(SECRET, &key, &longer, now), None);
        assert_eq!(verify(SECRET, "items-2-ab-view.jpg", &signed, now), None);
        let (key, named) = parts(&UrlSigner::with(SECRET, now).download("chats/1/ab", "счёт.pdf"));
        assert_eq!(named.name.as_deref(), Some("счёт.pdf"));
        assert_eq!(
            verify(SECRET, &key, &named, now).as_deref(),
            Some("chats/1/ab/file.bin")
        );
        for name in [None, Some("счёт.exe".to_owned())] {
            let other = SignedQuery { name, ..named.clone() };
            assert_eq!(verify(SECRET, &key, &other, now), None, "the signature covers the name");
        }
        assert_eq!(
            verify("another secret of thirty-two characters", &key, &signed, now),
            None
        );
    }
}
