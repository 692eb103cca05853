//! The origins of web pages that may use API keys. A browser asks with a preflight, which carries no key, whether it may send one.

use chrono::{DateTime, Duration, Utc};
use sea_orm::DbErr;
use std::collections::BTreeSet;
use tokio::sync::Mutex;

/// How long the origins are not read again. A preflight costs no statement, however often it is sent.
const FRESH_SECONDS: i64 = 10;

/// The origins of all keys, as they were read last.
#[derive(Default)]
pub(crate) struct KeyOrigins {
    known: Mutex<Option<(DateTime<Utc>, BTreeSet<String>)>>,
}

impl KeyOrigins {
    /// Whether a key names the origin. `read` reads the origins of all keys.
    pub(crate) async fn contain(
        &self,
        origin: &str,
        now: DateTime<Utc>,
        read: impl Future<Output = Result<BTreeSet<String>, DbErr>>,
    ) -> Result<bool, DbErr> {
        let mut known = self.known.lock().await;
        let is_fresh = |at: DateTime<Utc>| (at..at + Duration::seconds(FRESH_SECONDS)).contains(&now);
        if let Some((_, origins)) = known.as_ref().filter(|(at, _)| is_fresh(*at)) {
            return Ok(origins.contains(origin));
        }
        let origins = read.await?;
        let is_known = origins.contains(origin);
        *known = Some((now, origins));
        Ok(is_known)
    }
}
