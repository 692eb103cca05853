//! The check of both ledgers and of the payments that are booked in them.

use crate::{
    billing,
    ledger::{self, VerifyReport},
    payments,
};
use platform::scope::SystemScope;
use sea_orm::DbErr;

/// Compares everything that is booked: balances, checksums, payments and refunds, of clients and of the operator.
pub async fn verify(system: &SystemScope) -> Result<VerifyReport, DbErr> {
    let mut report = ledger::verify(system).await?;
    report.faults.extend(payments::verify(system).await?);
    report.faults.extend(billing::verify(system).await?);
    Ok(report)
}

/// Accepts the rows as they are: replaces the checksums that differ from them, and returns how many there were.
pub async fn seal(system: &SystemScope) -> Result<u64, DbErr> {
    Ok(ledger::seal(system).await? + payments::seal(system).await? + billing::seal(system).await?)
}
