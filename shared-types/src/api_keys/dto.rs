//! Keys as pages and programs see them.

use super::{KeyEnvironment, KeyObject, KeyRights};
use crate::id::{ApiKeyId, UserId};
use chrono::{DateTime, Utc};

closed_set! {
    /// Why a key ended before its time.
    pub enum KeyEnd {
        /// A person revoked it.
        Revoked = "revoked",
        /// It arrived over plain HTTP, where others could read it.
        SentInClear = "sent_in_clear",
        /// Its maker left the cabinet or was locked out.
        MakerLeft = "maker_left",
        /// Its maker ended all other access to the account.
        AccessEnded = "access_ended",
    }
}

/// The person in whose name a key acts.
#[apply(response)]
pub struct KeyMaker {
    /// Id of the user.
    pub id: UserId,
    pub name: String,
    /// Whether this is the caller.
    pub is_caller: bool,
}

/// Page of the keys.
#[apply(request)]
#[derive(Default)]
pub struct ApiKeyQuery {
    /// Page size, 1 to 200. Defaults to 50.
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// A key without its secret.
#[apply(response)]
pub struct ApiKey {
    pub id: ApiKeyId,
    /// Name of the program. The history of what the key does shows it to both sides.
    pub name: String,
    /// Whether it is a key for real data.
    pub environment: KeyEnvironment,
    /// The first characters, up to the secret.
    pub start: String,
    /// The last four characters.
    pub last_characters: String,
    pub maker: KeyMaker,
    /// The rights of the key, by object. An absent object is not open to it. A key never has more than its maker has at present.
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<String, super::KeyLevel>))]
    pub rights: KeyRights,
    /// Networks from which the key may be used, in CIDR notation. Empty: from everywhere.
    pub networks: Vec<String>,
    /// Web pages, by their origin, that may use the key in a browser.
    pub origins: Vec<String>,
    /// When the key stops working; null if it does not expire.
    pub expires_at: Option<DateTime<Utc>>,
    /// When the key ended before its time.
    pub revoked_at: Option<DateTime<Utc>>,
    /// Why it ended.
    pub revoke_reason: Option<KeyEnd>,
    /// Time of the last request with the key.
    pub last_used_at: Option<DateTime<Utc>>,
    /// IP address of that request.
    pub last_ip: Option<String>,
    /// Creation time.
    pub created_at: DateTime<Utc>,
}

/// The key of a request.
#[apply(response)]
pub struct CurrentKey {
    pub key: ApiKey,
    /// Objects on which the key has a right that its maker lacks at present. Such a right has no effect.
    pub without_effect: Vec<KeyObject>,
}

/// A key to create.
#[apply(request)]
#[derive(Default)]
pub struct NewApiKey {
    /// Name of the program that will use the key.
    pub name: String,
    /// The rights of the key, by object. Not more than the caller has.
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<String, super::KeyLevel>))]
    pub rights: KeyRights,
    /// Networks from which the key may be used: addresses, or networks in CIDR notation. Empty: from everywhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub networks: Vec<String>,
    /// Origins of web pages that may use the key in a browser, such as `https://shop.example`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub origins: Vec<String>,
    /// After how many days the key stops working. Absent: after 365.
    pub expires_in_days: Option<i64>,
    /// Whether the key works until it is revoked. Then `expires_in_days` must be absent.
    #[serde(default)]
    pub never_expires: bool,
}

/// Changes to a key. Absent fields stay unchanged.
#[apply(request)]
#[derive(Default)]
pub struct ApiKeyChange {
    pub name: Option<String>,
    /// Replaces all rights.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<BTreeMap<String, super::KeyLevel>>))]
    pub rights: Option<KeyRights>,
    /// Replaces the networks.
    pub networks: Option<Vec<String>>,
    /// Replaces the origins.
    pub origins: Option<Vec<String>>,
}

/// A key is replaced by one with a new secret.
#[apply(request)]
#[derive(Copy, Default)]
pub struct ApiKeyRoll {
    /// For how many hours the old key still works. Zero: it ends at once.
    pub overlap_hours: i64,
}

/// A created key. The only response that contains it.
#[apply(response)]
pub struct CreatedApiKey {
    pub key: ApiKey,
    /// The whole key, `krv_…`. The server stores only the hash of its secret.
    pub plaintext: String,
}
