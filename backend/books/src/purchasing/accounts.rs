//! Balances, deposits, payments and operations of purchasing accounts.

use super::PurchasingError;
use crate::ledger::{self, Account, Document, NewEntry, PostedEntry};
use chrono::{DateTime, Utc};
use entities::{
    ledger_account as account,
    ledger_account::{AccountKind, AccountName},
    ledger_entry as entry, ledger_posting as posting,
    lists::purchasing_account::{Column, Entity, Model},
};
use platform::{
    page::PageWindow,
    scope::{LedgerAccess, ScopedConnection},
};
use sea_orm::{
    EntityName, FromQueryResult, JoinType, QueryOrder, QuerySelect, QueryTrait, entity::prelude::*, sea_query::Expr,
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{ListEntryId, OrderId, UserId},
    ledger::{AMOUNT_MINOR, EntryKind, MEMO},
    money::{Currency, Money},
    page::Page,
    purchasing::{AccountBalance, AccountDeposit, AccountOperation, SellerPayment},
    settings::limits,
};

/// The sum of the postings to an account. Postings are credits, so the money in it is negative.
#[derive(Debug, FromQueryResult)]
struct AccountSum {
    name: AccountName,
    currency: Currency,
    sum_minor: i64,
}

/// The sums of purchasing accounts: of all, or of one up to a posting.
async fn sums(rows: &impl ScopedConnection, only: Option<(ListEntryId, i64)>) -> Result<Vec<AccountSum>, DbErr> {
    let mut select = posting::Entity::find().select_only();
    let on = "ledger_accounts.agent_id = ledger_postings.agent_id AND ledger_accounts.id = ledger_postings.account_id";
    QueryTrait::query(&mut select).join(JoinType::InnerJoin, account::Entity.table_ref(), Expr::cust(on));
    let mut select = select
        .filter(account::Column::Kind.eq(AccountKind::CashBox))
        .filter(account::Column::Name.ne(""))
        .column_as(account::Column::Name, "name")
        .column_as(account::Column::Currency, "currency")
        .column_as(
            Expr::cust("CAST(COALESCE(SUM(ledger_postings.amount_minor), 0) AS bigint)"),
            "sum_minor",
        )
        .group_by(account::Column::Name)
        .group_by(account::Column::Currency);
    if let Some((id, up_to)) = only {
        select = select
            .filter(account::Column::Name.eq(AccountName::Purchasing(id)))
            .filter(posting::Column::Id.lte(up_to));
    }
    rows.all_as(select).await
}

fn balance_of(sums: &[AccountSum], row: &Model) -> Money {
    let name = AccountName::Purchasing(row.id);
    let sum = sums.iter().find(|sum| sum.name == name && sum.currency == row.currency);
    Money::new(sum.map_or(0, |sum| -sum.sum_minor), row.currency)
}

fn view(row: Model, balance: Money) -> AccountBalance {
    AccountBalance {
        id: row.id,
        marketplace: row.marketplace,
        login: row.login,
        balance,
        limit: row.limit_minor.map(|minor| Money::new(minor, row.currency)),
        archived: row.disabled_at.is_some(),
    }
}

/// Returns all accounts with their balances. Takes two statements.
pub(super) async fn list(rows: &impl ScopedConnection) -> Result<Vec<AccountBalance>, DbErr> {
    let select = Entity::find()
        .order_by_asc(Column::Position)
        .order_by_asc(Column::Id)
        .limit(u64::from(limits::ENTRIES));
    let accounts = rows.all(select).await?;
    let sums = sums(rows, None).await?;
    let with_balance = |row: Model| {
        let balance = balance_of(&sums, &row);
        view(row, balance)
    };
    Ok(accounts.into_iter().map(with_balance).collect())
}

/// Locks an account and returns it with its balance.
async fn lock(rows: &impl ScopedConnection, id: ListEntryId) -> Result<(Model, Money), PurchasingError> {
    let row = rows.one(Entity::find_by_id(id).lock_exclusive()).await?;
    let row = row.ok_or(PurchasingError::NotFound)?;
    let balance = balance_of(&sums(rows, Some((id, i64::MAX))).await?, &row);
    Ok((row, balance))
}

/// Moves money from the cash box to an account, or back.
pub async fn deposit(
    tx: &impl LedgerAccess,
    user_id: UserId,
    id: ListEntryId,
    body: &AccountDeposit,
    now: DateTime<Utc>,
) -> Result<AccountBalance, PurchasingError> {
    let (row, balance) = lock(tx, id).await?;
    let mut errors = FieldErrors::default();
    let memo = errors.required_text("memo", &body.memo, MEMO);
    let amount = match Money::parse(&body.amount.0, row.currency) {
        Ok(money) if money.minor != 0 && money.minor.abs() <= AMOUNT_MINOR => money,
        Ok(_) => {
            errors.add("amount", Rule::OutOfRange(-AMOUNT_MINOR / 100, AMOUNT_MINOR / 100));
            Money::zero(row.currency)
        }
        Err(_) => {
            errors.add("amount", Rule::NotAnAmount);
            Money::zero(row.currency)
        }
    };
    errors.into_result(())?;
    if amount.minor < 0 {
        check_limit(&row, balance, -amount.minor)?;
    }
    // Postings are credits: receipts of an account are debited to it.
    let entry = NewEntry {
        kind: EntryKind::AccountDeposit,
        document: Document::PurchasingAccount(row.id),
        memo,
        actor_user_id: Some(user_id),
        reverses: None,
        legs: ledger::transfer(Account::Purchasing(row.id), Account::CashBox, amount),
    };
    ledger::post(&tx.ledger(), entry, now).await?;
    let balance = Money::new(balance.minor.saturating_add(amount.minor), row.currency);
    Ok(view(row, balance))
}

/// Fails if the balance would fall below the limit of the account.
fn check_limit(row: &Model, balance: Money, spent_minor: i64) -> Result<(), PurchasingError> {
    let Some(limit) = row.limit_minor else {
        return Ok(());
    };
    let most = balance.minor.saturating_add(limit);
    if spent_minor > most {
        return Err(PurchasingError::LimitExceeded(Money::new(most.max(0), row.currency)));
    }
    Ok(())
}

/// One payment to a seller.
#[derive(Clone, Copy, Debug)]
pub struct SellerAmounts {
    pub account_id: ListEntryId,
    /// The sum that the seller receives.
    pub total: Money,
    /// The part of it that is freight.
    pub freight: Money,
}

/// Locks the account of a payment, and checks its amounts and limit.
pub async fn open_payment(tx: &impl LedgerAccess, payment: &SellerPayment) -> Result<SellerAmounts, PurchasingError> {
    let (row, balance) = match lock(tx, payment.account_id).await {
        Ok((row, balance)) if row.disabled_at.is_none() => (row, balance),
        Ok(_) | Err(PurchasingError::NotFound) => {
            return Err(FieldErrors::single("purchase.account_id", Rule::NotYours).into());
        }
        Err(error) => return Err(error),
    };
    let mut errors = FieldErrors::default();
    let mut parse = |field: &str, text: &str, least: i64, most: i64| {
        let (minor, fault) = match Money::parse(text, row.currency) {
            Ok(money) if (least..=most).contains(&money.minor) => (money.minor, None),
            Ok(money) if money.minor <= 0 => (0, Some(Rule::NotPositive)),
            Ok(_) => (0, Some(Rule::OutOfRange(0, most / 100))),
            Err(_) => (0, Some(Rule::NotAnAmount)),
        };
        if let Some(fault) = fault {
            errors.add(field, fault);
        }
        Money::new(minor, row.currency)
    };
    let total = parse("purchase.amount", &payment.amount.0, 1, AMOUNT_MINOR);
    let freight = match &payment.freight {
        Some(text) => parse("purchase.freight", &text.0, 0, total.minor),
        None => Money::zero(row.currency),
    };
    errors.into_result(())?;
    check_limit(&row, balance, total.minor)?;
    Ok(SellerAmounts {
        account_id: row.id,
        total,
        freight,
    })
}

/// Posts the part of a payment that is for one order.
pub async fn pay_for_order(
    tx: &impl LedgerAccess,
    user_id: Option<UserId>,
    (account, order): (ListEntryId, OrderId),
    amount: Money,
    memo: String,
    now: DateTime<Utc>,
) -> Result<PostedEntry, PurchasingError> {
    let entry = NewEntry {
        kind: EntryKind::Purchase,
        document: Document::Order(order),
        memo,
        actor_user_id: user_id,
        reverses: None,
        legs: ledger::transfer(Account::Purchases, Account::Purchasing(account), amount),
    };
    Ok(ledger::post(&tx.ledger(), entry, now).await?)
}

/// Returns a page of an account's operations, newest first. Takes three statements.
pub(super) async fn operations(
    rows: &impl ScopedConnection,
    id: ListEntryId,
    window: PageWindow,
) -> Result<Page<AccountOperation>, PurchasingError> {
    let row = rows
        .one(Entity::find_by_id(id))
        .await?
        .ok_or(PurchasingError::NotFound)?;
    let accounts = account::Entity::find()
        .select_only()
        .column(account::Column::Id)
        .filter(account::Column::Kind.eq(AccountKind::CashBox))
        .filter(account::Column::AgentId.eq(row.agent_id))
        .filter(account::Column::Currency.eq(row.currency))
        .filter(account::Column::Name.eq(AccountName::Purchasing(id)));
    let mut select = posting::Entity::find()
        .find_also_related(entry::Entity)
        .filter(posting::Column::AccountId.in_subquery(QueryTrait::into_query(accounts)))
        .order_by_desc(posting::Column::Id)
        .limit(window.limit + 1);
    if let Some(before) = window.beyond {
        select = select.filter(posting::Column::Id.lt(before));
    }
    let found = rows.all_with(select).await?;
    let (found, next_cursor) = window.take_page(found, |(row, _)| row.id);
    let Some((newest, _)) = found.first() else {
        return Ok(Page {
            data: Vec::new(),
            next_cursor,
        });
    };
    let mut balance = balance_of(&sums(rows, Some((id, newest.id))).await?, &row);
    let mut data = Vec::new();
    for (posting, entry) in found {
        let Some(entry) = entry else { continue };
        data.push(AccountOperation {
            id: entry.id,
            at: entry.created_at,
            kind: entry.kind,
            amount: Money::new(-posting.amount_minor, row.currency),
            balance,
            memo: entry.memo,
        });
        balance.minor = balance.minor.saturating_add(posting.amount_minor);
    }
    Ok(Page { data, next_cursor })
}
