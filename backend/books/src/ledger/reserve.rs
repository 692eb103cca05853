//! Reserves: money of a client that is set aside for an open request or as a deposit, so that it can't be spent twice.

use super::{Account, Document, LedgerError, NewEntry, PostedEntry, post, transfer};
use chrono::{DateTime, Utc};
use platform::scope::LedgerAccess;
use shared_types::{
    id::{ClientId, UserId},
    ledger::EntryKind,
    money::Money,
};

/// The request or the order that money is set aside for.
#[derive(Clone, Debug)]
pub struct ReservedFor {
    pub client_id: ClientId,
    pub document: Document,
    pub amount: Money,
    /// The text shown to the client.
    pub memo: String,
    /// The user who acts; `None` for the system.
    pub actor_user_id: Option<UserId>,
}

async fn move_money(
    tx: &impl LedgerAccess,
    kind: EntryKind,
    request: ReservedFor,
    (from, to): (Account, Account),
    now: DateTime<Utc>,
) -> Result<PostedEntry, LedgerError> {
    let entry = NewEntry {
        kind,
        document: request.document,
        memo: request.memo,
        actor_user_id: request.actor_user_id,
        reverses: None,
        legs: transfer(from, to, request.amount),
    };
    post(&tx.ledger(), entry, now).await
}

/// Sets money of the balance aside. Fails without changes if the balance is too low.
pub async fn reserve(
    tx: &impl LedgerAccess,
    request: ReservedFor,
    now: DateTime<Utc>,
) -> Result<PostedEntry, LedgerError> {
    let client = request.client_id;
    let accounts = (Account::Client(client), Account::Reserved(client));
    move_money(tx, EntryKind::Reservation, request, accounts, now).await
}

/// Returns reserved money to the balance.
pub async fn release(
    tx: &impl LedgerAccess,
    request: ReservedFor,
    now: DateTime<Utc>,
) -> Result<PostedEntry, LedgerError> {
    let client = request.client_id;
    let accounts = (Account::Reserved(client), Account::Client(client));
    move_money(tx, EntryKind::Release, request, accounts, now).await
}

/// Pays reserved money out of the cash box, as an entry of the given kind.
pub async fn spend_reserve(
    tx: &impl LedgerAccess,
    kind: EntryKind,
    request: ReservedFor,
    now: DateTime<Utc>,
) -> Result<PostedEntry, LedgerError> {
    let accounts = (Account::Reserved(request.client_id), Account::CashBox);
    move_money(tx, kind, request, accounts, now).await
}
