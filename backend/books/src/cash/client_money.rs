//! Money of clients that comes into a box, and leaves it if it was a mistake.

use super::{
    Actor, CashError,
    boxes::today,
    client_category,
    entries::{Draft, Links, lock, post, reverse},
};
use crate::ledger::Account;
use chrono::{DateTime, Utc};
use entities::cash_entry;
use platform::scope::LedgerAccess;
use sea_orm::entity::prelude::*;
use shared_types::{
    cash::{CashEntryKind, CashReversal},
    fields::{FieldErrors, Rule},
    id::{CashBoxId, CashEntryId, ClientId},
    money::Money,
};

/// Puts money of a client into a box: the client's balance has it already, so that it leaves the account without a box.
pub async fn receive_from_client(
    tx: &impl LedgerAccess,
    actor: &Actor,
    (box_id, client): (CashBoxId, ClientId),
    (money, note): (Money, String),
    now: DateTime<Utc>,
) -> Result<CashEntryId, CashError> {
    let [row] = lock(tx, [("box_id", box_id)]).await?;
    if row.currency != money.currency {
        return Err(FieldErrors::single("box_id", Rule::NotYours).into());
    }
    let draft = Draft {
        kind: CashEntryKind::Income,
        day: today(tx, now).await?,
        from: (row, money),
        to: None,
        category: Some(client_category::category(tx, now).await?),
        note,
        links: Links {
            client: Some(client),
            ..Links::default()
        },
        counterpart: Account::CashBox,
        reverses: None,
    };
    Ok(post(tx, actor, draft, now).await?.id)
}

/// Takes money of a client out of its box again, today. Does nothing if the entry was reversed before.
pub async fn return_to_client(
    tx: &impl LedgerAccess,
    actor: &Actor,
    id: CashEntryId,
    reason: String,
    now: DateTime<Utc>,
) -> Result<(), CashError> {
    let reversal = cash_entry::Entity::find().filter(cash_entry::Column::ReversesId.eq(id));
    if tx.one(reversal).await?.is_some() {
        return Ok(());
    }
    let body = CashReversal {
        reason,
        day: Some(today(tx, now).await?),
    };
    reverse(tx, actor, id, &body, now).await.map(drop)
}
