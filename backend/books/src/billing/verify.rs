//! The check of the operator's ledger, and of the online payments and invoices that are booked in it.

use crate::ledger::{add_checksums, replace_wrong, row_checksum};
use entities::{
    invoice, service_account as account, service_entry as entry, service_payment as payment,
    service_posting::{self as posting, OperatorAccount},
};
use platform::scope::{ScopedConnection, SystemScope};
use sea_orm::{QueryOrder, QuerySelect, entity::prelude::*};
use shared_types::{
    billing::{ServiceEntryKind, ServicePaymentStatus},
    id::{AgentId, ServiceEntryId},
};
use std::collections::BTreeMap;

/// Rows per query.
const BATCH: u64 = 1000;

/// The checksum of an entry with its postings.
pub(super) fn entry_checksum(entry: &entry::Model, mut legs: Vec<(OperatorAccount, i64)>) -> Result<i64, DbErr> {
    legs.sort();
    let legs: Vec<_> = legs
        .into_iter()
        .map(|(account, minor)| (account.as_str(), minor))
        .collect();
    row_checksum(&(
        (entry.id, entry.agent_id, entry.kind, &entry.reference),
        (&entry.memo, entry.actor_user_id, entry.created_at.timestamp_micros()),
        legs,
    ))
}

/// The sums of the stored entries and postings.
#[derive(Default)]
struct Replayed {
    balances: BTreeMap<AgentId, i64>,
    checksums: BTreeMap<AgentId, i64>,
    /// The change of the agent's balance by the entries of each reference.
    by_reference: BTreeMap<String, (AgentId, i64)>,
    /// The amount that was paid back to each agent.
    refunded: BTreeMap<AgentId, i64>,
    faults: Vec<String>,
}

async fn replay(rows: &impl ScopedConnection) -> Result<Replayed, DbErr> {
    let mut found = Replayed::default();
    let mut after = ServiceEntryId(0);
    let mut counted = 0;
    loop {
        let select = entry::Entity::find()
            .filter(entry::Column::Id.gt(after))
            .order_by_asc(entry::Column::Id)
            .limit(BATCH);
        let entries = rows.all(select).await?;
        let Some(last) = entries.last() else { break };
        after = last.id;
        let ids = entries.iter().map(|row| row.id);
        let select = posting::Entity::find().filter(rows.id_in(posting::Column::EntryId, ids));
        let mut postings = BTreeMap::<ServiceEntryId, Vec<posting::Model>>::new();
        for row in rows.all(select).await? {
            counted += 1;
            postings.entry(row.entry_id).or_default().push(row);
        }
        for row in entries {
            let legs = postings.remove(&row.id).unwrap_or_default();
            found.add(row, &legs)?;
        }
    }
    let stored = rows.counts::<posting::Entity>(vec![sea_orm::Condition::all()], i64::MAX.unsigned_abs());
    if stored.await? != [counted] {
        found.faults.push("service postings belong to no entry".to_owned());
    }
    Ok(found)
}

impl Replayed {
    fn add(&mut self, row: entry::Model, legs: &[posting::Model]) -> Result<(), DbErr> {
        if legs.len() != 2 || legs.iter().map(|leg| leg.amount_minor).sum::<i64>() != 0 {
            self.faults.push(format!(
                "service entry {} does not have two postings that sum to zero",
                row.id
            ));
        }
        let agent = legs.iter().find(|leg| leg.account == OperatorAccount::Agent);
        let minor = agent.map_or(0, |leg| leg.amount_minor);
        let checksum = entry_checksum(&row, legs.iter().map(|leg| (leg.account, leg.amount_minor)).collect())?;
        let sum = self.checksums.entry(row.agent_id).or_default();
        *sum = add_checksums(*sum, checksum);
        if row.kind == ServiceEntryKind::Refund {
            *self.refunded.entry(row.agent_id).or_default() -= minor;
        }
        self.by_reference.insert(row.reference, (row.agent_id, minor));
        Ok(())
    }
}

/// Recalculates every balance and checksum from the rows. Returns one sentence per inconsistency. Money that moves meanwhile makes
/// no difference.
pub async fn verify(system: &SystemScope) -> Result<Vec<String>, DbErr> {
    system.in_snapshot(async |rows| check(rows).await).await
}

async fn check(rows: &impl ScopedConnection) -> Result<Vec<String>, DbErr> {
    let mut found = replay(rows).await?;
    check_balances(rows, &mut found).await?;
    for row in rows.all(account::Entity::find()).await? {
        let replayed = found.balances.remove(&row.agent_id).unwrap_or_default();
        if replayed != row.balance_minor {
            found.faults.push(format!(
                "the service account of agent {} has {} but its postings sum to {replayed}",
                row.agent_id, row.balance_minor
            ));
        }
        if found.checksums.remove(&row.agent_id).unwrap_or_default() != row.checksum {
            found.faults.push(format!(
                "the service account of agent {} has another checksum than its entries: rows were changed, removed or added past \
                 the program",
                row.agent_id
            ));
        }
    }
    let without_account = found.checksums.keys();
    let without_account = without_account.map(|agent| format!("the service account of agent {agent} is missing"));
    found.faults.extend(without_account.collect::<Vec<_>>());
    check_payments(rows, &mut found).await?;
    check_invoices(rows, &mut found).await?;
    Ok(found.faults)
}

/// Replays the balance after each posting, in the order in which they were stored.
async fn check_balances(rows: &impl ScopedConnection, found: &mut Replayed) -> Result<(), DbErr> {
    let mut after = 0;
    loop {
        let select = posting::Entity::find()
            .filter(posting::Column::Account.eq(OperatorAccount::Agent))
            .filter(posting::Column::Id.gt(after))
            .order_by_asc(posting::Column::Id)
            .limit(BATCH);
        let batch = rows.all(select).await?;
        let Some(last) = batch.last() else { return Ok(()) };
        after = last.id;
        for row in batch {
            let balance = found.balances.entry(row.agent_id).or_default();
            *balance += row.amount_minor;
            if row.balance_after_minor != Some(*balance) {
                found
                    .faults
                    .push(format!("service posting {} stores another balance", row.id));
            }
        }
    }
}

async fn check_payments(rows: &impl ScopedConnection, found: &mut Replayed) -> Result<(), DbErr> {
    let mut refunded = BTreeMap::<AgentId, i64>::new();
    for row in rows
        .all(payment::Entity::find().order_by_asc(payment::Column::Id))
        .await?
    {
        let booked = found.by_reference.remove(&format!("payment:{}", row.id));
        let expected = match row.status {
            ServicePaymentStatus::Succeeded | ServicePaymentStatus::Refunded => Some((row.agent_id, row.paid_minor())),
            ServicePaymentStatus::Pending | ServicePaymentStatus::Review | ServicePaymentStatus::Canceled => None,
        };
        if booked != expected {
            found
                .faults
                .push(format!("online payment {} differs from its entry", row.id));
        }
        *refunded.entry(row.agent_id).or_default() += row.refunded_minor;
    }
    refunded.retain(|_, minor| *minor != 0);
    if refunded != found.refunded {
        found
            .faults
            .push("the refunds of online payments differ from the entries".to_owned());
    }
    let missing = found
        .by_reference
        .keys()
        .filter(|reference| reference.starts_with("payment:"));
    let missing = missing.map(|reference| format!("the row of {reference} is missing"));
    found.faults.extend(missing.collect::<Vec<_>>());
    Ok(())
}

async fn check_invoices(rows: &impl ScopedConnection, found: &mut Replayed) -> Result<(), DbErr> {
    for row in rows
        .all(invoice::Entity::find().order_by_asc(invoice::Column::Id))
        .await?
    {
        let booked = found.by_reference.remove(&format!("invoice:{}", row.id));
        if booked != row.paid_at.map(|_| (row.agent_id, -row.amount_minor)) {
            found.faults.push(format!("invoice {} differs from its entry", row.id));
        }
    }
    let missing = found
        .by_reference
        .keys()
        .filter(|reference| reference.starts_with("invoice:"));
    let missing = missing.map(|reference| format!("the row of {reference} is missing"));
    found.faults.extend(missing.collect::<Vec<_>>());
    Ok(())
}

/// Replaces the checksums of service accounts that differ from the stored rows. Returns how many there were.
pub async fn seal(system: &SystemScope) -> Result<u64, DbErr> {
    let find_wrong = async || {
        let wrong = system.in_snapshot(async |rows| {
            let mut sums = replay(rows).await?.checksums;
            let accounts = rows.all(account::Entity::find()).await?;
            let wrong = accounts.into_iter().filter_map(|row| {
                let right = sums.remove(&row.agent_id).unwrap_or_default();
                (row.checksum != right).then_some((row.id, row.checksum, right))
            });
            Ok::<_, DbErr>(wrong.collect())
        });
        wrong.await
    };
    replace_wrong::<account::Entity, _>(system, (account::Column::Id, account::Column::Checksum), find_wrong).await
}
