//! The journal as JSON lines: every entry with its postings, oldest first, enough to make all balances anew elsewhere.

use super::entity::{account, entry, posting};
use crate::platform::scope::{Rows, SystemScope};
use chrono::{DateTime, Utc};
use sea_orm::{DbErr, QueryOrder, QuerySelect, entity::prelude::*};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Entries read at once.
const BATCH: u64 = 1000;

/// A posting, with its account by what it is instead of by its id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalPosting {
    /// What the account is for.
    pub account: String,
    /// Which of that kind.
    pub name: String,
    /// Whose, on a client's account.
    pub client_id: Option<i64>,
    /// How much, minor units.
    pub amount_minor: i64,
    /// In which currency.
    pub currency: String,
    /// The client's balance after it.
    pub balance_after_minor: Option<i64>,
}

/// A line of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalEntry {
    /// Its id.
    pub id: i64,
    /// In whose books.
    pub agent_id: i64,
    /// Why money moved.
    pub kind: String,
    /// What it is about.
    pub document_type: String,
    /// Which one.
    pub document_id: i64,
    /// The entry it takes back.
    pub reverses_id: Option<i64>,
    /// What the client reads.
    pub memo: String,
    /// Who.
    pub actor_user_id: Option<i64>,
    /// When.
    pub at: DateTime<Utc>,
    /// What moved.
    pub postings: Vec<JournalPosting>,
}

/// Reads the journal in blocks and hands each entry on; says how many there were.
pub async fn journal<E: From<DbErr>>(
    system: &SystemScope,
    mut take: impl FnMut(JournalEntry) -> Result<(), E>,
) -> Result<u64, E> {
    let (mut after, mut count) = (0, 0);
    loop {
        let select = entry::Entity::find()
            .filter(entry::Column::Id.gt(after))
            .order_by_asc(entry::Column::Id)
            .limit(BATCH);
        let entries = system.all(select).await?;
        let Some(last) = entries.last() else {
            return Ok(count);
        };
        after = last.id;
        let mut postings = postings_of(system, &entries).await?;
        for row in entries {
            count += 1;
            take(JournalEntry {
                postings: postings.remove(&row.id).unwrap_or_default(),
                id: row.id,
                agent_id: row.agent_id,
                kind: row.kind,
                document_type: row.document_type,
                document_id: row.document_id,
                reverses_id: row.reverses_id,
                memo: row.memo,
                actor_user_id: row.actor_user_id,
                at: row.created_at,
            })?;
        }
    }
}

async fn postings_of(
    system: &SystemScope,
    entries: &[entry::Model],
) -> Result<BTreeMap<i64, Vec<JournalPosting>>, DbErr> {
    let ids = entries.iter().map(|row| row.id);
    let select = posting::Entity::find()
        .filter(posting::Column::EntryId.is_in(ids))
        .order_by_asc(posting::Column::Id);
    let rows = system.all(select).await?;
    let accounts: BTreeSet<i64> = rows.iter().map(|row| row.account_id).collect();
    let accounts = account::Entity::find().filter(account::Column::Id.is_in(accounts));
    let accounts: BTreeMap<i64, account::Model> = system
        .all(accounts)
        .await?
        .into_iter()
        .map(|row| (row.id, row))
        .collect();
    let mut found = BTreeMap::<i64, Vec<JournalPosting>>::new();
    for row in rows {
        let account = accounts
            .get(&row.account_id)
            .ok_or_else(|| DbErr::RecordNotFound(format!("the account of posting {}", row.id)))?;
        found.entry(row.entry_id).or_default().push(JournalPosting {
            account: account.kind.clone(),
            name: account.name.clone(),
            client_id: row.client_id,
            amount_minor: row.amount_minor,
            currency: row.currency,
            balance_after_minor: row.balance_after_minor,
        });
    }
    Ok(found)
}
