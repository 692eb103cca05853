//! Checksums of ledger rows.
//!
//! The checksum of an entry depends on all of its fields and postings. An account has the sum of the checksums of its entries,
//! which is added to with the balance, in the same statement: so a row that is changed, removed or inserted past the program is
//! noticed, and posting takes no further lock.

use super::journal::next_entries;
use entities::{
    ledger_account as account,
    ledger_account::{AccountKind, AccountName},
    ledger_entry as entry, ledger_posting as posting,
};
use platform::{
    rng,
    scope::{Owned, ScopedConnection, SystemScope},
};
use sea_orm::{
    Value,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, SimpleExpr},
};
use serde::Serialize;
use shared_types::{
    id::{AccountId, ClientId, EntryId},
    money::Currency,
};
use std::collections::BTreeMap;

/// Checksums are below it, so that the sum of two fits into a column.
const MODULUS: i64 = 1 << 60;
/// The digits of a hexadecimal number below [`MODULUS`].
const DIGITS: usize = 15;
/// How often accounts that change meanwhile are sealed again.
const ROUNDS: usize = 10;

/// The checksum of a row's fields.
pub(crate) fn row_checksum(fields: &impl Serialize) -> Result<i64, DbErr> {
    let text = serde_json::to_vec(fields).map_err(|error| DbErr::Custom(error.to_string()))?;
    let digits = rng::digest(text);
    let digits = digits.get(..DIGITS).unwrap_or_default();
    i64::from_str_radix(digits, 16).map_err(|error| DbErr::Custom(error.to_string()))
}

/// The sum of two checksums.
pub(crate) const fn add_checksums(a: i64, b: i64) -> i64 {
    a.wrapping_add(b).rem_euclid(MODULUS)
}

/// The expression that adds a checksum to a column.
pub(crate) fn with_checksum(column: impl ColumnTrait, checksum: i64) -> SimpleExpr {
    Expr::col(column).add(checksum).modulo(MODULUS)
}

/// The part of a posting that is known before it is stored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(super) struct PostedLeg {
    pub account_id: AccountId,
    pub amount_minor: i64,
    pub currency: Currency,
    pub client_id: Option<ClientId>,
    pub reserved: bool,
}

impl From<&posting::Model> for PostedLeg {
    fn from(row: &posting::Model) -> Self {
        Self {
            account_id: row.account_id,
            amount_minor: row.amount_minor,
            currency: row.currency,
            client_id: row.client_id,
            reserved: row.reserved,
        }
    }
}

/// The checksum of an entry with its postings.
pub(super) fn entry_checksum(entry: &entry::Model, mut legs: Vec<PostedLeg>) -> Result<i64, DbErr> {
    legs.sort();
    row_checksum(&(
        (entry.id, entry.agent_id, entry.kind),
        (entry.document_type.as_str(), entry.document_id, entry.reverses_id),
        (&entry.memo, entry.actor_user_id, entry.created_at.timestamp_micros()),
        legs,
    ))
}

/// Whether entries of the account are serialized in any case: client accounts by the balance, purchasing accounts by
/// the limit, cash boxes by their row.
pub(super) fn is_serialized(account: &account::Model) -> bool {
    match account.kind {
        AccountKind::Client => true,
        AccountKind::CashBox => matches!(account.name, AccountName::Purchasing(_) | AccountName::CashBox(_)),
        AccountKind::Revenue | AccountKind::Suspense => false,
    }
}

/// The accounts that an entry adds its checksum to: the accounts with serialized entries, or the first account if there is none,
/// as for cash on receipt.
pub(super) fn summing_accounts(mut accounts: Vec<&account::Model>) -> Vec<&account::Model> {
    accounts.sort_by_key(|account| account.id);
    accounts.dedup_by_key(|account| account.id);
    if accounts.iter().any(|account| is_serialized(account)) {
        accounts.retain(|account| is_serialized(account));
    } else {
        accounts.truncate(1);
    }
    accounts
}

/// The checksums of the stored rows.
#[derive(Default)]
pub(super) struct Calculated {
    pub sums: BTreeMap<AccountId, i64>,
    pub entries: u64,
    /// The postings of these entries.
    pub postings: u64,
    /// Entries without postings.
    pub empty: Vec<EntryId>,
}

/// Calculates the checksum of every account from the stored rows.
pub(super) async fn calculate(
    rows: &impl ScopedConnection,
    accounts: &BTreeMap<AccountId, account::Model>,
) -> Result<Calculated, DbErr> {
    let mut found = Calculated::default();
    let mut after = None;
    loop {
        let entries = next_entries(rows, after).await?;
        let Some((last, _)) = entries.last() else {
            return Ok(found);
        };
        after = Some(last.id);
        for (entry, postings) in entries {
            found.entries += 1;
            found.postings += postings.len() as u64;
            if postings.is_empty() {
                found.empty.push(entry.id);
                continue;
            }
            let legs: Vec<PostedLeg> = postings.iter().map(Into::into).collect();
            let of_entry = legs.iter().filter_map(|leg| accounts.get(&leg.account_id)).collect();
            let checksum = entry_checksum(&entry, legs)?;
            for account in summing_accounts(of_entry) {
                let sum = found.sums.entry(account.id).or_default();
                *sum = add_checksums(*sum, checksum);
            }
        }
    }
}

/// All accounts by id.
pub(super) async fn accounts_by_id(rows: &impl ScopedConnection) -> Result<BTreeMap<AccountId, account::Model>, DbErr> {
    let found = rows.all(account::Entity::find()).await?;
    Ok(found.into_iter().map(|row| (row.id, row)).collect())
}

/// Replaces the checksums of accounts that differ from the stored rows. Returns how many there were.
pub async fn seal(system: &SystemScope) -> Result<u64, DbErr> {
    let find_wrong = async || {
        let wrong = system.in_snapshot(async |rows| {
            let accounts = accounts_by_id(rows).await?;
            let sums = calculate(rows, &accounts).await?.sums;
            let wrong = accounts.into_values().filter_map(|row| {
                let right = sums.get(&row.id).copied().unwrap_or_default();
                (row.checksum != right).then_some((row.id, row.checksum, right))
            });
            Ok::<_, DbErr>(wrong.collect())
        });
        wrong.await
    };
    replace_wrong::<account::Entity, _>(system, (account::Column::Id, account::Column::Checksum), find_wrong).await
}

/// Replaces wrong checksums of the accounts of a table until none is found. `find_wrong` returns the id of each, with the stored
/// checksum and the right one. Returns how many were replaced.
pub(crate) async fn replace_wrong<E: Owned, Id: Into<Value>>(
    system: &SystemScope,
    (id_column, checksum_column): (E::Column, E::Column),
    find_wrong: impl AsyncFn() -> Result<Vec<(Id, i64, i64)>, DbErr>,
) -> Result<u64, DbErr> {
    let mut sealed = 0;
    for _ in 0..ROUNDS {
        let wrong = find_wrong().await?;
        if wrong.is_empty() {
            break;
        }
        for (id, stored, right) in wrong {
            // An entry that was posted meanwhile has changed the checksum; the next round reads it.
            let update = E::update_many()
                .col_expr(checksum_column, Expr::value(right))
                .filter(id_column.eq(id))
                .filter(checksum_column.eq(stored));
            sealed += system.update_count(update).await?;
        }
    }
    Ok(sealed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_summed_in_any_order() {
        let [a, b, c] = ["a", "b", "c"].map(|text| row_checksum(&text).expect("a checksum"));
        assert!([a, b, c].iter().all(|sum| (0..MODULUS).contains(sum)));
        assert_ne!(a, b);
        assert_eq!(
            add_checksums(add_checksums(a, b), c),
            add_checksums(add_checksums(c, a), b)
        );
        assert_eq!(add_checksums(MODULUS - 1, MODULUS - 1), MODULUS - 2);
    }
}
