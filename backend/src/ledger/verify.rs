//! The check of the books: every balance made anew from the postings.

use super::entity::{account, entry, posting};
use crate::platform::scope::{Rows, SystemScope};
use sea_orm::{DbErr, QueryOrder, QuerySelect, entity::prelude::*};
use std::collections::BTreeMap;

/// Postings read at once.
const BATCH: u64 = 10_000;

/// What the check found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Entries checked.
    pub entries: u64,
    /// Postings checked.
    pub postings: u64,
    /// What is wrong, a sentence each; empty when the books are right.
    pub faults: Vec<String>,
}

/// Reads all postings in their order and compares what they sum to with what is stored.
pub async fn verify(system: &SystemScope) -> Result<Verdict, DbErr> {
    let mut verdict = Verdict::default();
    let mut balances = BTreeMap::<i64, i64>::new();
    let mut open = BTreeMap::<i64, BTreeMap<String, i64>>::new();
    let mut after = 0;
    loop {
        let select = posting::Entity::find()
            .filter(posting::Column::Id.gt(after))
            .order_by_asc(posting::Column::Id)
            .limit(BATCH);
        let batch = system.all(select).await?;
        let Some(last) = batch.last() else { break };
        after = last.id;
        verdict.postings += batch.len() as u64;
        for row in &batch {
            let balance = balances.entry(row.account_id).or_default();
            *balance = balance.saturating_add(row.amount_minor);
            if row.balance_after_minor.is_some_and(|stored| stored != *balance) {
                verdict
                    .faults
                    .push(format!("posting {} says another balance than its account had", row.id));
            }
            if row.client_id.is_some() && *balance < 0 {
                verdict
                    .faults
                    .push(format!("posting {} left a client below zero", row.id));
            }
            let sums = open.entry(row.entry_id).or_default();
            *sums.entry(row.currency.clone()).or_default() += row.amount_minor;
        }
        // Entries whose postings are all read sum to zero by now; only the last one may go on in the next batch.
        let newest = batch.last().map(|row| row.entry_id);
        let closed: Vec<i64> = open.keys().copied().filter(|id| Some(*id) != newest).collect();
        for id in closed {
            if let Some(sums) = open.remove(&id)
                && sums.values().any(|sum| *sum != 0)
            {
                // Postings of entries written side by side may be interleaved: put it back until the end.
                open.insert(id, sums);
            }
        }
    }
    for (id, sums) in open {
        if sums.values().any(|sum| *sum != 0) {
            verdict.faults.push(format!("entry {id} does not sum to zero"));
        }
    }
    accounts(system, &balances, &mut verdict).await?;
    entries(system, &mut verdict).await?;
    Ok(verdict)
}

async fn accounts(system: &SystemScope, balances: &BTreeMap<i64, i64>, verdict: &mut Verdict) -> Result<(), DbErr> {
    let clients = account::Entity::find().filter(account::Column::Kind.eq("client"));
    for row in system.all(clients).await? {
        let replayed = balances.get(&row.id).copied().unwrap_or_default();
        if replayed != row.balance_minor {
            verdict.faults.push(format!(
                "account {} holds {} but its postings sum to {replayed}",
                row.id, row.balance_minor
            ));
        }
    }
    Ok(())
}

async fn entries(system: &SystemScope, verdict: &mut Verdict) -> Result<(), DbErr> {
    let count = system.counts::<entry::Entity>(vec![sea_orm::Condition::all()], i64::MAX.unsigned_abs());
    verdict.entries = count.await?.first().copied().unwrap_or_default().unsigned_abs();
    let written = posting::Entity::find()
        .select_only()
        .column(posting::Column::EntryId)
        .filter(posting::Column::EntryId.is_not_null());
    let silent = entry::Entity::find()
        .filter(entry::Column::Id.not_in_subquery(sea_orm::QueryTrait::into_query(written)))
        .limit(100);
    for row in system.all(silent).await? {
        verdict.faults.push(format!("entry {} has no postings", row.id));
    }
    Ok(())
}
