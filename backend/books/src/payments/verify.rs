//! The check of payments and refunds: each agrees with its ledger entry and with its own checksum.

use crate::ledger::row_checksum;
use entities::{ledger_entry as entry, ledger_entry::DocumentType, ledger_posting as posting, payment, refund};
use platform::scope::{ScopedConnection, SystemScope};
use sea_orm::{
    QueryOrder, QuerySelect, QueryTrait, Set, TryIntoModel, Unchanged,
    entity::prelude::*,
    sea_query::{Expr, SelectStatement},
};
use shared_types::{
    id::{EntryId, PaymentId},
    ledger::EntryKind,
    money::Currency,
};
use std::collections::BTreeMap;

/// Rows per query.
const BATCH: u64 = 1000;
/// At most this many missing rows are listed.
const LISTED: u64 = 100;
const PAYMENTS: [EntryKind; 2] = [EntryKind::OrderPayment, EntryKind::ShipmentPayment];
const REFUNDS: [EntryKind; 2] = [EntryKind::OrderRefund, EntryKind::ShipmentRefund];

fn payment_checksum(row: &payment::Model) -> Result<i64, DbErr> {
    row_checksum(&(
        (row.agent_id, row.client_id, row.document_type.as_str(), row.document_id),
        (row.entry_id, row.amount_minor, row.currency, row.method),
        (
            row.goods_minor,
            row.domestic_minor,
            row.commission_minor,
            row.services_minor,
        ),
        (
            row.unit_rate_millionths.millionths(),
            row.rate_gain_minor,
            row.created_at.timestamp_micros(),
        ),
    ))
}

fn refund_checksum(row: &refund::Model) -> Result<i64, DbErr> {
    row_checksum(&(
        (row.agent_id, row.client_id, row.payment_id, row.item_id, row.entry_id),
        (row.amount_minor, row.currency, &row.reason, row.rate_gain_minor),
        row.created_at.timestamp_micros(),
    ))
}

/// Completes a new payment with its checksum.
pub(super) fn with_payment_checksum(row: payment::ActiveModel) -> Result<payment::ActiveModel, DbErr> {
    let model = payment::ActiveModel {
        id: Unchanged(PaymentId(0)),
        checksum: Set(None),
        ..row.clone()
    };
    Ok(payment::ActiveModel {
        checksum: Set(Some(payment_checksum(&model.try_into_model()?)?)),
        ..row
    })
}

/// Completes a new refund with its checksum.
pub(super) fn with_refund_checksum(row: refund::ActiveModel) -> Result<refund::ActiveModel, DbErr> {
    let model = refund::ActiveModel {
        id: Unchanged(0),
        checksum: Set(None),
        ..row.clone()
    };
    Ok(refund::ActiveModel {
        checksum: Set(Some(refund_checksum(&model.try_into_model()?)?)),
        ..row
    })
}

/// An entry as far as a payment or a refund repeats it.
struct Booked {
    kind: EntryKind,
    document: (DocumentType, i64),
    /// The sum of the positive postings.
    amount: BTreeMap<Currency, i64>,
}

async fn booked_entries(
    rows: &impl ScopedConnection,
    ids: impl Iterator<Item = EntryId> + Clone,
) -> Result<BTreeMap<EntryId, Booked>, DbErr> {
    let entries = entry::Entity::find().filter(rows.id_in(entry::Column::Id, ids.clone()));
    let found = rows.all(entries).await?.into_iter().map(|row| {
        let booked = Booked {
            kind: row.kind,
            document: (row.document_type, row.document_id),
            amount: BTreeMap::new(),
        };
        (row.id, booked)
    });
    let mut found: BTreeMap<EntryId, Booked> = found.collect();
    let postings = posting::Entity::find()
        .filter(rows.id_in(posting::Column::EntryId, ids))
        .filter(posting::Column::AmountMinor.gt(0));
    for row in rows.all(postings).await? {
        if let Some(booked) = found.get_mut(&row.entry_id) {
            *booked.amount.entry(row.currency).or_default() += row.amount_minor;
        }
    }
    Ok(found)
}

/// Recalculates the figures of payments and refunds from the ledger. Returns one sentence per inconsistency.
pub async fn verify(system: &SystemScope) -> Result<Vec<String>, DbErr> {
    system.in_snapshot(async |rows| check(rows).await).await
}

async fn check(rows: &impl ScopedConnection) -> Result<Vec<String>, DbErr> {
    let mut faults = Vec::new();
    check_payments(rows, &mut faults).await?;
    check_refunds(rows, &mut faults).await?;
    let of_payments = QueryTrait::into_query(payment::Entity::find().select_only().column(payment::Column::EntryId));
    check_missing(rows, PAYMENTS, of_payments, "payment", &mut faults).await?;
    let of_refunds = QueryTrait::into_query(refund::Entity::find().select_only().column(refund::Column::EntryId));
    check_missing(rows, REFUNDS, of_refunds, "refund", &mut faults).await?;
    Ok(faults)
}

async fn check_payments(rows: &impl ScopedConnection, faults: &mut Vec<String>) -> Result<(), DbErr> {
    let mut after = PaymentId(0);
    loop {
        let batch = rows.all(payments_after(after)).await?;
        let Some(last) = batch.last() else { return Ok(()) };
        after = last.id;
        let entries = booked_entries(rows, batch.iter().map(|row| row.entry_id)).await?;
        let refunds =
            refund::Entity::find().filter(rows.id_in(refund::Column::PaymentId, batch.iter().map(|row| row.id)));
        let mut refunded = BTreeMap::<PaymentId, i64>::new();
        for row in rows.all(refunds).await? {
            *refunded.entry(row.payment_id).or_default() += row.amount_minor;
        }
        for row in &batch {
            let is_booked = entries.get(&row.entry_id).is_some_and(|entry| {
                PAYMENTS.contains(&entry.kind)
                    && entry.document == (row.document_type, row.document_id)
                    && entry.amount.iter().eq([(&row.currency, &row.amount_minor)])
            });
            if !is_booked {
                faults.push(format!("payment {} differs from its entry {}", row.id, row.entry_id));
            }
            if row.checksum != Some(payment_checksum(row)?) {
                faults.push(format!("payment {} was changed past the program", row.id));
            }
            if refunded.get(&row.id).copied().unwrap_or_default() != row.refunded_minor {
                faults.push(format!(
                    "the refunds of payment {} differ from what it says is refunded",
                    row.id
                ));
            }
        }
    }
}

async fn check_refunds(rows: &impl ScopedConnection, faults: &mut Vec<String>) -> Result<(), DbErr> {
    let mut after = 0;
    loop {
        let batch = rows.all(refunds_after(after)).await?;
        let Some(last) = batch.last() else { return Ok(()) };
        after = last.id;
        let entries = booked_entries(rows, batch.iter().map(|row| row.entry_id)).await?;
        for row in &batch {
            let is_booked = entries.get(&row.entry_id).is_some_and(|entry| {
                REFUNDS.contains(&entry.kind) && entry.amount.iter().eq([(&row.currency, &row.amount_minor)])
            });
            if !is_booked {
                faults.push(format!("refund {} differs from its entry {}", row.id, row.entry_id));
            }
            if row.checksum != Some(refund_checksum(row)?) {
                faults.push(format!("refund {} was changed past the program", row.id));
            }
        }
    }
}

/// Lists the entries of these kinds that have no row of the table.
async fn check_missing(
    rows: &impl ScopedConnection,
    kinds: [EntryKind; 2],
    with_row: SelectStatement,
    table: &str,
    faults: &mut Vec<String>,
) -> Result<(), DbErr> {
    let missing = entry::Entity::find()
        .filter(entry::Column::Kind.is_in(kinds))
        .filter(entry::Column::Id.not_in_subquery(with_row))
        .order_by_asc(entry::Column::Id)
        .limit(LISTED);
    for row in rows.all(missing).await? {
        faults.push(format!("the {table} of entry {} is missing", row.id));
    }
    Ok(())
}

/// Stores the checksums of payments and refunds that differ from their rows. Returns how many there were.
pub async fn seal(system: &SystemScope) -> Result<u64, DbErr> {
    Ok(seal_payments(system).await? + seal_refunds(system).await?)
}

async fn seal_payments(system: &SystemScope) -> Result<u64, DbErr> {
    let (mut sealed, mut after) = (0, PaymentId(0));
    loop {
        let batch = system.all(payments_after(after)).await?;
        let Some(last) = batch.last() else { return Ok(sealed) };
        after = last.id;
        for row in batch {
            let checksum = Some(payment_checksum(&row)?);
            if row.checksum != checksum {
                let update = payment::Entity::update_many()
                    .col_expr(payment::Column::Checksum, Expr::value(checksum))
                    .filter(payment::Column::Id.eq(row.id));
                sealed += system.update_count(update).await?;
            }
        }
    }
}

async fn seal_refunds(system: &SystemScope) -> Result<u64, DbErr> {
    let (mut sealed, mut after) = (0, 0);
    loop {
        let batch = system.all(refunds_after(after)).await?;
        let Some(last) = batch.last() else { return Ok(sealed) };
        after = last.id;
        for row in batch {
            let checksum = Some(refund_checksum(&row)?);
            if row.checksum != checksum {
                let update = refund::Entity::update_many()
                    .col_expr(refund::Column::Checksum, Expr::value(checksum))
                    .filter(refund::Column::Id.eq(row.id));
                sealed += system.update_count(update).await?;
            }
        }
    }
}

fn payments_after(id: PaymentId) -> Select<payment::Entity> {
    payment::Entity::find()
        .filter(payment::Column::Id.gt(id))
        .order_by_asc(payment::Column::Id)
        .limit(BATCH)
}

fn refunds_after(id: i64) -> Select<refund::Entity> {
    refund::Entity::find()
        .filter(refund::Column::Id.gt(id))
        .order_by_asc(refund::Column::Id)
        .limit(BATCH)
}
