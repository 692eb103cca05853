//! Reversals: entries that take others back.

use super::{Account, Document, LedgerError, Leg, NewEntry, PostedEntry, operations, post};
use chrono::{DateTime, Utc};
use entities::{ledger_entry as entry, ledger_posting as posting};
use platform::scope::{LedgerAccess, ScopedConnection};
use sea_orm::entity::prelude::*;
use shared_types::{
    id::{ClientId, EntryId, UserId},
    ledger::{EntryKind, Operation},
    money::Money,
};

/// Takes the credit of a client's top-up back. Fails without changes if the balance is lower.
pub async fn reverse_topup(
    tx: &impl LedgerAccess,
    (client_id, entry_id): (ClientId, EntryId),
    document: Document,
    memo: String,
    actor_user_id: Option<UserId>,
    now: DateTime<Utc>,
) -> Result<PostedEntry, LedgerError> {
    let original = operations::get(&tx.ledger(), client_id, entry_id).await?;
    post_reversal(tx, &original, document, memo, actor_user_id, now).await
}

/// Posts the opposite of a top-up or a correction, once.
pub(super) async fn post_reversal(
    tx: &impl LedgerAccess,
    original: &Operation,
    document: Document,
    memo: String,
    actor_user_id: Option<UserId>,
    now: DateTime<Utc>,
) -> Result<PostedEntry, LedgerError> {
    // The counterpart of a top-up is the cash box, that of a correction is the suspense account.
    let counterpart = match original.kind {
        EntryKind::Topup => Account::CashBox,
        EntryKind::Adjustment => Account::Suspense,
        _ => return Err(LedgerError::NotReversible),
    };
    let reversal = entry::Entity::find().filter(entry::Column::ReversesId.eq(original.id));
    if tx.ledger().one(reversal).await?.is_some() {
        return Err(LedgerError::AlreadyReversed);
    }
    let postings = posting::Entity::find().filter(posting::Column::EntryId.eq(original.id));
    let legs = tx.ledger().all(postings).await?.into_iter().map(|row| Leg {
        account: row.client_id.map_or(counterpart, Account::Client),
        amount: Money::new(-row.amount_minor, row.currency),
    });
    let new = NewEntry {
        kind: EntryKind::Reversal,
        document,
        memo,
        actor_user_id,
        reverses: Some(original.id),
        legs: legs.collect(),
    };
    post(&tx.ledger(), new, now).await
}
