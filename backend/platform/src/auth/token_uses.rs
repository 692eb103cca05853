//! The last uses of extension tokens and API keys. A use is kept in memory and written a second later with the uses of other tokens,
//! because a commit of its own would double the writes of each request. See ADR 0171.

use chrono::{DateTime, Utc};
use shared_types::id::{ApiKeyId, ExtensionTokenId};
use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

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

    pub(super) fn pending(&self) -> MutexGuard<'_, BTreeMap<TokenId, TokenUse>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
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
