//! Writing the uses of tokens and keys.

use super::token_uses::{TokenId, TokenUse};
use crate::state::AppState;
use sea_orm::DbErr;
use std::{collections::BTreeMap, time::Duration};
use tokio::sync::watch;

/// How long a use stays in memory only. Readers on other replicas see it after this time, and a killed process loses so much.
const FLUSH_INTERVAL: Duration = Duration::from_secs(1);

impl AppState {
    /// The uses of tokens that are not in the database yet. Read them before the rows, so that none is missed.
    pub fn pending_token_uses(&self) -> BTreeMap<TokenId, TokenUse> {
        self.token_uses.pending().clone()
    }

    /// Writes the uses of tokens and keys that are in memory only. They stay there until it is committed.
    pub async fn flush_token_uses(&self) -> Result<(), DbErr> {
        let uses = self.pending_token_uses();
        if uses.is_empty() {
            return Ok(());
        }
        self.callers()?.record_token_uses(self.system(), uses.clone()).await?;
        self.token_uses
            .pending()
            .retain(|token, last| uses.get(token) != Some(last));
        Ok(())
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
