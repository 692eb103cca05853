//! The last uses of extension tokens and API keys. A use is kept in memory and written a second later with the uses of other tokens,
//! because a commit of its own would double the writes of each request. See ADR 0171.

use crate::state::AppState;
use chrono::{DateTime, Utc};
use sea_orm::DbErr;
use shared_types::id::{ApiKeyId, ExtensionTokenId};
use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::sync::watch;

/// How long a use stays in memory only. Readers on other replicas see it after this time, and a killed process loses so much.
const FLUSH_INTERVAL: Duration = Duration::from_secs(1);

/// A token or a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TokenId {
    Extension(ExtensionTokenId),
    Key(ApiKeyId),
}

/// The newest use of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenUse {
    pub at: DateTime<Utc>,
    pub address: Option<String>,
}

/// The uses that this replica has not written yet, by token.
#[derive(Default)]
pub(crate) struct TokenUses {
    pending: Mutex<BTreeMap<TokenId, TokenUse>>,
}

impl TokenUses {
    pub(super) fn record(&self, token: TokenId, address: Option<String>, at: DateTime<Utc>) {
        let mut pending = self.pending();
        if pending.get(&token).is_none_or(|last| last.at <= at) {
            pending.insert(token, TokenUse { at, address });
        }
    }

    fn pending(&self) -> MutexGuard<'_, BTreeMap<TokenId, TokenUse>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the uses of all tokens. They stay in memory until it is committed.
    async fn flush(&self, state: &AppState) -> Result<(), DbErr> {
        let uses = self.pending().clone();
        if uses.is_empty() {
            return Ok(());
        }
        state.callers()?.record_token_uses(state.system(), uses.clone()).await?;
        self.pending().retain(|token, last| uses.get(token) != Some(last));
        Ok(())
    }
}

impl AppState {
    /// The uses of tokens that are not in the database yet. Read them before the rows, so that none is missed.
    pub fn pending_token_uses(&self) -> BTreeMap<TokenId, TokenUse> {
        self.token_uses.pending().clone()
    }

    /// Writes the uses of tokens and keys that are in memory only.
    pub async fn flush_token_uses(&self) -> Result<(), DbErr> {
        self.token_uses.flush(self).await
    }

    /// Writes the uses of tokens and keys every second, until `stopping` is set.
    pub async fn keep_flushing_token_uses(&self, mut stopping: watch::Receiver<bool>) {
        loop {
            let stop = async { drop(stopping.wait_for(|stop| *stop).await) };
            if tokio::time::timeout(FLUSH_INTERVAL, stop).await.is_ok() {
                return;
            }
            // While the database is lost, the uses stay in memory.
            if let Err(error) = self.flush_token_uses().await {
                tracing::warn!(%error, "uses of tokens not written");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newest_use_of_each_token_is_kept() {
        let at = |seconds: i64| DateTime::from_timestamp(1_800_000_000 + seconds, 0).expect("a time");
        let (uses, token) = (TokenUses::default(), TokenId::Extension(ExtensionTokenId(1)));
        uses.record(token, Some("192.0.2.1".to_owned()), at(0));
        uses.record(token, Some("192.0.2.2".to_owned()), at(2));
        // Of two requests at the same time, the one that began earlier is recorded later.
        uses.record(token, Some("192.0.2.1".to_owned()), at(1));
        uses.record(TokenId::Key(ApiKeyId(1)), None, at(1));
        let pending = uses.pending();
        assert_eq!(pending.len(), 2);
        assert_eq!(pending[&token].address.as_deref(), Some("192.0.2.2"));
        assert_eq!(pending[&token].at, at(2));
    }
}
