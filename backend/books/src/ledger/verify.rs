//! The ledger check: recalculates every balance and checksum from the rows.

use super::checksum::{accounts_by_id, calculate};
use entities::ledger_account::{AccountKind, AccountName};
use entities::{ledger_account as account, ledger_posting as posting, order, wallet_topup, withdrawal};
use platform::scope::{ScopedConnection, SystemScope};
use sea_orm::{DbErr, FromQueryResult, QueryOrder, QuerySelect, entity::prelude::*, sea_query::Expr};
use shared_types::{
    id::{AccountId, ClientId, EntryId},
    money::{Currency, Money},
    topups::{WalletStatus, WithdrawalStatus},
};
use std::collections::BTreeMap;

/// Postings per query.
const BATCH: u64 = 10_000;

/// The result of the ledger check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VerifyReport {
    /// The number of entries.
    pub entries: u64,
    /// The number of postings.
    pub postings: u64,
    /// One sentence per inconsistency; empty if the ledger is consistent.
    pub faults: Vec<String>,
}

/// Replays all postings in their order and compares the sums with the stored balances and checksums. Money that moves meanwhile
/// makes no difference.
pub async fn verify(system: &SystemScope) -> Result<VerifyReport, DbErr> {
    system.in_snapshot(async |rows| check(rows).await).await
}

async fn check(rows: &impl ScopedConnection) -> Result<VerifyReport, DbErr> {
    let mut report = VerifyReport::default();
    let accounts = accounts_by_id(rows).await?;
    let mut balances = BTreeMap::<AccountId, i64>::new();
    let mut open_entries = BTreeMap::<EntryId, BTreeMap<Currency, i64>>::new();
    let mut after = 0;
    loop {
        let select = posting::Entity::find()
            .filter(posting::Column::Id.gt(after))
            .order_by_asc(posting::Column::Id)
            .limit(BATCH);
        let batch = rows.all(select).await?;
        let Some(last) = batch.last() else { break };
        after = last.id;
        report.postings += batch.len() as u64;
        for row in &batch {
            let balance = balances.entry(row.account_id).or_default();
            *balance = balance.saturating_add(row.amount_minor);
            if row.balance_after_minor.is_some_and(|stored| stored != *balance) {
                report.faults.push(format!(
                    "posting {} stores another balance than its account had",
                    row.id
                ));
            }
            match accounts.get(&row.account_id) {
                None => report
                    .faults
                    .push(format!("the account of posting {} does not exist", row.id)),
                Some(account) if (account.client_id, account.currency) != (row.client_id, row.currency) => {
                    report.faults.push(format!(
                        "posting {} has another owner or currency than its account",
                        row.id
                    ));
                }
                Some(_) => {}
            }
            if row.client_id.is_some() && *balance < 0 {
                report
                    .faults
                    .push(format!("posting {} left a client's balance below zero", row.id));
            }
            let sums = open_entries.entry(row.entry_id).or_default();
            *sums.entry(row.currency).or_default() += row.amount_minor;
        }
        // All entries but the newest should now be complete and sum to zero. Complete ones are forgotten.
        let newest = batch.last().map(|row| row.entry_id);
        let closed: Vec<EntryId> = open_entries.keys().copied().filter(|id| Some(*id) != newest).collect();
        for id in closed {
            if let Some(sums) = open_entries.remove(&id)
                && sums.values().any(|sum| *sum != 0)
            {
                // Postings of concurrent entries can be interleaved: the rest may follow in a later batch.
                open_entries.insert(id, sums);
            }
        }
    }
    for (id, sums) in open_entries {
        if sums.values().any(|sum| *sum != 0) {
            report.faults.push(format!("entry {id} does not sum to zero"));
        }
    }
    check_accounts(&accounts, &balances, &mut report);
    check_checksums(rows, &accounts, &mut report).await?;
    check_reserves(rows, &mut report).await?;
    Ok(report)
}

/// A sum of open requests, or of deposits.
#[derive(Debug, FromQueryResult)]
struct ReservedSum {
    client_id: ClientId,
    currency: Currency,
    sum_minor: i64,
}

/// Checks that the reserve of every client is the sum of its open requests and of the deposits of its orders.
async fn check_reserves(rows: &impl ScopedConnection, report: &mut VerifyReport) -> Result<(), DbErr> {
    let mut differences = BTreeMap::<(ClientId, Currency), i64>::new();
    let sum = "CAST(COALESCE(SUM(amount_minor), 0) AS bigint)";
    let topups = wallet_topup::Entity::find()
        .select_only()
        .filter(wallet_topup::Column::Reserved.eq(true))
        .filter(wallet_topup::Column::Status.eq(WalletStatus::Requested))
        .column_as(wallet_topup::Column::ClientId, "client_id")
        .column_as(wallet_topup::Column::Currency, "currency")
        .column_as(Expr::cust(sum), "sum_minor")
        .group_by(wallet_topup::Column::ClientId)
        .group_by(wallet_topup::Column::Currency);
    let open = WithdrawalStatus::ALL.into_iter().filter(|status| status.is_open());
    let withdrawals = withdrawal::Entity::find()
        .select_only()
        .filter(withdrawal::Column::Status.is_in(open))
        .column_as(withdrawal::Column::ClientId, "client_id")
        .column_as(withdrawal::Column::Currency, "currency")
        .column_as(Expr::cust(sum), "sum_minor")
        .group_by(withdrawal::Column::ClientId)
        .group_by(withdrawal::Column::Currency);
    let deposits = order::Entity::find()
        .select_only()
        .filter(order::Column::DepositMinor.is_not_null())
        .column_as(order::Column::ClientId, "client_id")
        .column_as(order::Column::DepositCurrency, "currency")
        .column_as(Expr::cust("CAST(SUM(deposit_minor) AS bigint)"), "sum_minor")
        .group_by(order::Column::ClientId)
        .group_by(order::Column::DepositCurrency);
    let requests: [Vec<ReservedSum>; 3] = [
        rows.all_as(topups).await?,
        rows.all_as(withdrawals).await?,
        rows.all_as(deposits).await?,
    ];
    for request in requests.into_iter().flatten() {
        *differences.entry((request.client_id, request.currency)).or_default() += request.sum_minor;
    }
    let reserves = account::Entity::find()
        .filter(account::Column::Kind.eq(AccountKind::Client))
        .filter(account::Column::Name.eq(AccountName::Reserved))
        .filter(account::Column::BalanceMinor.ne(0));
    for row in rows.all(reserves).await? {
        if let Some(client) = row.client_id {
            *differences.entry((client, row.currency)).or_default() -= row.balance_minor;
        }
    }
    for ((client, currency), difference) in differences {
        if difference != 0 {
            report.faults.push(format!(
                "the open requests and deposits of client {client} differ from its reserve by {}",
                Money::new(difference, currency)
            ));
        }
    }
    Ok(())
}

fn check_accounts(
    accounts: &BTreeMap<AccountId, account::Model>,
    balances: &BTreeMap<AccountId, i64>,
    report: &mut VerifyReport,
) {
    for row in accounts.values().filter(|row| row.kind == AccountKind::Client) {
        let replayed = balances.get(&row.id).copied().unwrap_or_default();
        if replayed != row.balance_minor {
            report.faults.push(format!(
                "account {} has the balance {} but its postings sum to {replayed}",
                row.id, row.balance_minor
            ));
        }
    }
}

/// Checks that no row was changed, removed or added past the program, and that every entry has postings and every posting an entry.
async fn check_checksums(
    rows: &impl ScopedConnection,
    accounts: &BTreeMap<AccountId, account::Model>,
    report: &mut VerifyReport,
) -> Result<(), DbErr> {
    let found = calculate(rows, accounts).await?;
    report.entries = found.entries;
    for id in found.empty {
        report.faults.push(format!("entry {id} has no postings"));
    }
    if found.postings != report.postings {
        let lost = report.postings.saturating_sub(found.postings);
        report.faults.push(format!("{lost} postings belong to no entry"));
    }
    for row in accounts.values() {
        if found.sums.get(&row.id).copied().unwrap_or_default() != row.checksum {
            let owner = row.client_id.map(|id| format!(" of client {id}")).unwrap_or_default();
            report.faults.push(format!(
                "account {}{owner} in {} has another checksum than its entries: rows were changed, removed or added past the program",
                row.id, row.currency
            ));
        }
    }
    Ok(())
}
