//! Opening balances of new clients, and of existing clients without operations.

use crate::clients::{ClientError, find_by_names, history::Author, list::first_owners};
use books::ledger::{self, Account, Document, NewEntry, balances_by_client, transfer};
use chrono::{DateTime, Utc};
use platform::{
    auth::Caller,
    scope::{AgentScope, ScopedConnection, SystemPolicy, Tx},
};
use sea_orm::DbErr;
use shared_types::{
    access::{Level, Object},
    clients::{ClientOption, ClientSheetRow},
    id::ClientId,
    ledger::EntryKind,
    money::Money,
    translation::Language,
};
use std::collections::{BTreeMap, BTreeSet};

/// A balance to post, with the language of its memo.
pub(super) type Opening = (ClientId, Language, Money);

/// The existing clients that rows with a balance name.
#[derive(Default)]
pub(super) struct KnownClients {
    by_name: BTreeMap<String, ClientOption>,
    /// The ones whose ledger has operations: an opening balance comes before all others.
    with_operations: BTreeSet<ClientId>,
}

impl KnownClients {
    /// Finds the clients that the caller sees. None if the caller may not post balances.
    pub(super) async fn find<'a>(
        caller: &Caller,
        scope: &AgentScope,
        rows: impl Iterator<Item = &'a ClientSheetRow>,
    ) -> Result<Self, DbErr> {
        let names: BTreeSet<String> = rows
            .filter(|row| !row.balance.is_empty())
            .flat_map(|row| [row.code.trim(), row.phone.trim()])
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect();
        if names.is_empty() || caller.require(Object::Balance, Level::Manage).is_err() {
            return Ok(Self::default());
        }
        Ok(Self {
            by_name: find_by_names(scope, &names).await?,
            with_operations: BTreeSet::new(),
        })
    }

    /// Reads which clients have operations.
    pub(super) async fn read_operations(mut self, ledger: &impl ScopedConnection) -> Result<Self, DbErr> {
        let clients: Vec<_> = self.by_name.values().map(|client| client.id).collect();
        if !clients.is_empty() {
            self.with_operations = balances_by_client(ledger, clients).await?.into_keys().collect();
        }
        Ok(self)
    }

    /// The client whose balance a row has. A code and a phone number must name the same client.
    pub(super) fn client_of(&self, row: &ClientSheetRow) -> Option<&ClientOption> {
        if row.balance.is_empty() {
            return None;
        }
        let mut names = [row.code.trim(), row.phone.trim()]
            .into_iter()
            .filter(|name| !name.is_empty());
        let client = self.by_name.get(names.next()?)?;
        let is_same = |name| self.by_name.get(name).is_some_and(|other| other.id == client.id);
        names.all(is_same).then_some(client)
    }

    pub(super) fn has_operations(&self, client: ClientId) -> bool {
        self.with_operations.contains(&client)
    }
}

/// Adds the languages of the owners to the balances of existing clients.
pub(super) async fn with_languages(
    tx: &Tx<SystemPolicy>,
    credits: Vec<(ClientId, Money)>,
) -> Result<Vec<Opening>, DbErr> {
    let owners = first_owners(tx, credits.iter().map(|(client, _)| *client)).await?;
    let language = |client| owners.get(&client).map_or(Language::default(), |owner| owner.locale);
    let with_language = |(client, money)| (client, language(client), money);
    Ok(credits.into_iter().map(with_language).collect())
}

/// Posts the opening balances. The client sees the memo.
pub(super) async fn post(
    tx: &Tx<SystemPolicy>,
    author: &Author,
    openings: Vec<Opening>,
    now: DateTime<Utc>,
) -> Result<(), ClientError> {
    for (client_id, language, money) in openings {
        let memo = language.pick("Остаток на начало", "Opening balance", "期初余额");
        let entry = NewEntry {
            kind: EntryKind::Adjustment,
            document: Document::Client(client_id),
            memo: memo.to_owned(),
            actor_user_id: Some(author.user_id),
            reverses: None,
            legs: transfer(Account::Suspense, Account::Client(client_id), money),
        };
        ledger::post(&tx.ledger_of(author.agent_id), entry, now).await?;
    }
    Ok(())
}
