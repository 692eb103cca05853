//! The journal as JSON lines: all entries with their postings, oldest first. All balances can be recalculated from it.

use chrono::{DateTime, Utc};
use entities::{ledger_account as account, ledger_entry as entry, ledger_posting as posting};
use platform::scope::{ScopedConnection, SystemScope};
use sea_orm::{DbErr, QueryOrder, QuerySelect, QueryTrait, entity::prelude::*};
use serde::{Deserialize, Serialize};
use shared_types::{
    id::{AccountId, AgentId, ClientId, EntryId, UserId},
    ledger::EntryKind,
    money::Currency,
};
use std::collections::{BTreeMap, BTreeSet};

/// Entries per query.
const BATCH: u64 = 1000;

/// A posting that identifies its account by kind, name, client and currency instead of by id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalPosting {
    /// The kind of the account: `client`, `cash_box`, `revenue` or `suspense`.
    pub account: String,
    /// Distinguishes accounts of the same kind; usually empty.
    pub name: String,
    /// The owner of a client account.
    pub client_id: Option<ClientId>,
    pub amount_minor: i64,
    /// ISO 4217 code.
    pub currency: Currency,
    /// The balance of a client account after this posting.
    pub balance_after_minor: Option<i64>,
}

/// An entry of the journal: one line of JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalEntry {
    pub id: EntryId,
    /// The agent whose ledger it is.
    pub agent_id: AgentId,
    pub kind: EntryKind,
    /// The type of the document that the entry belongs to.
    pub document_type: String,
    pub document_id: i64,
    /// The entry that this one reverses.
    pub reverses_id: Option<EntryId>,
    /// The text shown to the client.
    pub memo: String,
    /// The user who caused the entry; `None` for the system.
    pub actor_user_id: Option<UserId>,
    pub at: DateTime<Utc>,
    pub postings: Vec<JournalPosting>,
}

/// Reads the journal in batches, calls `on_entry` with each entry and returns the number of entries.
pub async fn read_journal<E: From<DbErr>>(
    system: &SystemScope,
    mut on_entry: impl FnMut(JournalEntry) -> Result<(), E>,
) -> Result<u64, E> {
    let (mut after, mut count) = (None, 0);
    loop {
        let entries = next_entries(system, after).await?;
        let Some((last, _)) = entries.last() else {
            return Ok(count);
        };
        after = Some(last.id);
        let accounts = accounts_of(system, &entries).await?;
        for (row, postings) in entries {
            count += 1;
            let postings = postings.into_iter().map(|posting| journal_posting(posting, &accounts));
            on_entry(JournalEntry {
                postings: postings.collect::<Result<_, DbErr>>()?,
                id: row.id,
                agent_id: row.agent_id,
                kind: row.kind,
                document_type: row.document_type.as_str().to_owned(),
                document_id: row.document_id,
                reverses_id: row.reverses_id,
                memo: row.memo,
                actor_user_id: row.actor_user_id,
                at: row.created_at,
            })?;
        }
    }
}

/// The entries after an id with their postings, oldest first, as many as one query reads.
pub(super) async fn next_entries(
    rows: &impl ScopedConnection,
    after: Option<EntryId>,
) -> Result<Vec<(entry::Model, Vec<posting::Model>)>, DbErr> {
    let select = entry::Entity::find()
        .apply_if(after, |select, after: EntryId| {
            select.filter(entry::Column::Id.gt(after))
        })
        .order_by_asc(entry::Column::Id)
        .limit(BATCH);
    let entries = rows.all(select).await?;
    let select = posting::Entity::find()
        .filter(rows.id_in(posting::Column::EntryId, entries.iter().map(|row| row.id)))
        .order_by_asc(posting::Column::Id);
    let mut postings = BTreeMap::<EntryId, Vec<posting::Model>>::new();
    for row in rows.all(select).await? {
        postings.entry(row.entry_id).or_default().push(row);
    }
    let with_postings = entries.into_iter().map(|row| {
        let postings = postings.remove(&row.id).unwrap_or_default();
        (row, postings)
    });
    Ok(with_postings.collect())
}

/// The accounts of the entries' postings.
async fn accounts_of(
    system: &SystemScope,
    entries: &[(entry::Model, Vec<posting::Model>)],
) -> Result<BTreeMap<AccountId, account::Model>, DbErr> {
    let postings = entries.iter().flat_map(|(_, postings)| postings);
    let ids: BTreeSet<AccountId> = postings.map(|row| row.account_id).collect();
    let accounts = account::Entity::find().filter(system.id_in(account::Column::Id, ids));
    let accounts = system.all(accounts).await?;
    Ok(accounts.into_iter().map(|row| (row.id, row)).collect())
}

fn journal_posting(
    row: posting::Model,
    accounts: &BTreeMap<AccountId, account::Model>,
) -> Result<JournalPosting, DbErr> {
    let account = accounts
        .get(&row.account_id)
        .ok_or_else(|| DbErr::RecordNotFound(format!("the account of posting {}", row.id)))?;
    Ok(JournalPosting {
        account: account.kind.as_str().to_owned(),
        name: account.name.to_text(),
        client_id: row.client_id,
        amount_minor: row.amount_minor,
        currency: row.currency,
        balance_after_minor: row.balance_after_minor,
    })
}
