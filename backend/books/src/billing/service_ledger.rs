//! The operator's ledger: entries with two postings each, and the balance of every agent.

use super::{BillingError, verify::entry_checksum};
use crate::ledger::with_checksum;
use chrono::{DateTime, Utc};
use entities::{
    service_account as account, service_entry as entry,
    service_posting::{self as posting, OperatorAccount},
};
use platform::{
    db::{UniqueConstraint, is_unique_violation},
    error::OperationError,
    page::PageWindow,
    scope::ScopedConnection,
};
use sea_orm::{
    ActiveValue::NotSet,
    QueryOrder, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use shared_types::{
    billing::{ServiceEntryKind, ServiceOperation},
    id::{ServicePaymentId, UserId},
    money::{Currency, Money},
    page::Page,
};

/// There is one entry for a reference.
const UNIQUE_REFERENCE: UniqueConstraint = UniqueConstraint {
    name: "uq_service_entries_reference",
    columns: "service_entries.reference",
};

/// The beginning of the reference of an online payment.
pub(super) const ONLINE_PAYMENT: &str = "payment:";

/// Rubles from kopecks.
pub(super) const fn rubles(minor: i64) -> Money {
    Money::new(minor, Currency::Rub)
}

/// The data of a new entry.
pub(super) struct NewEntry {
    pub(super) kind: ServiceEntryKind,
    /// The source of the entry; a second entry for it is refused.
    pub(super) reference: String,
    /// The text shown to the agent.
    pub(super) memo: String,
    /// The person who caused the entry; `None` for jobs, the provider and the operator.
    pub(super) actor: Option<UserId>,
    /// Kopecks that the agent's balance changes by. Not zero.
    pub(super) minor: i64,
}

/// The account on the other side of an entry.
const fn counterpart(kind: ServiceEntryKind) -> OperatorAccount {
    match kind {
        ServiceEntryKind::Topup | ServiceEntryKind::Refund => OperatorAccount::Cash,
        ServiceEntryKind::Invoice | ServiceEntryKind::PlanChange => OperatorAccount::Revenue,
    }
}

/// Posts an entry in the agent's scope and returns the new balance in kopecks. Takes three statements, and two more for the first
/// entry of an agent.
///
/// A charge that the balance does not cover is refused. Only a refund, which the provider has already paid out, may leave the
/// balance negative.
pub(super) async fn post(rows: &impl ScopedConnection, new: NewEntry, now: DateTime<Utc>) -> Result<i64, BillingError> {
    if new.minor == 0 {
        return Err(OperationError::internal("an entry must change the balance").into());
    }
    let may_be_negative = new.minor > 0 || new.kind == ServiceEntryKind::Refund;
    let row = entry::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        kind: Set(new.kind),
        reference: Set(new.reference.clone()),
        memo: Set(new.memo),
        actor_user_id: Set(new.actor),
        created_at: Set(now),
    };
    let entry = rows.insert(row).await.map_err(|error| {
        if is_unique_violation(&error, UNIQUE_REFERENCE) {
            BillingError::AlreadyPosted(new.reference)
        } else {
            error.into()
        }
    })?;
    let amounts = [(OperatorAccount::Agent, new.minor), (counterpart(new.kind), -new.minor)];
    let checksum = entry_checksum(&entry, amounts.to_vec())?;
    let balance = match change_balance(rows, new.minor, checksum, may_be_negative, now).await? {
        Some(balance) => balance,
        None if may_be_negative => {
            open_account(rows, now).await?;
            change_balance(rows, new.minor, checksum, true, now)
                .await?
                .ok_or_else(|| OperationError::internal("the service account was not found"))?
        }
        None => return Err(BillingError::BalanceInsufficient(rubles(-new.minor))),
    };
    let legs = amounts.map(|(account, minor)| posting::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        entry_id: Set(entry.id),
        account: Set(account),
        amount_minor: Set(minor),
        balance_after_minor: Set((account == OperatorAccount::Agent).then_some(balance)),
    });
    rows.insert_many(legs, None).await?;
    Ok(balance)
}

/// Changes balance and checksum, unless the balance would become negative and may not. Returns the new balance.
async fn change_balance(
    rows: &impl ScopedConnection,
    minor: i64,
    checksum: i64,
    may_be_negative: bool,
    now: DateTime<Utc>,
) -> Result<Option<i64>, DbErr> {
    let new_balance = || Expr::col(account::Column::BalanceMinor).add(minor);
    let mut update = account::Entity::update_many()
        .col_expr(account::Column::BalanceMinor, new_balance())
        .col_expr(
            account::Column::Checksum,
            with_checksum(account::Column::Checksum, checksum),
        )
        .col_expr(account::Column::UpdatedAt, Expr::value(now));
    if !may_be_negative {
        update = update.filter(new_balance().gte(0));
    }
    Ok(rows.update(update).await?.pop().map(|row| row.balance_minor))
}

async fn open_account(rows: &impl ScopedConnection, now: DateTime<Utc>) -> Result<(), DbErr> {
    let row = account::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        balance_minor: Set(0),
        checksum: Set(0),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let unique = OnConflict::column(account::Column::AgentId);
    rows.insert_if_absent(row, unique).await.map(drop)
}

/// The balance of the scope's agent in kopecks.
pub(super) async fn balance(rows: &impl ScopedConnection) -> Result<i64, DbErr> {
    let row = rows.one(account::Entity::find()).await?;
    Ok(row.map_or(0, |row| row.balance_minor))
}

/// Top-ups of the scope's agent, oldest first, with the online payment of each, and the kopecks that its services before a time cost.
pub(super) async fn flows(
    rows: &impl ScopedConnection,
    before: DateTime<Utc>,
) -> Result<(Vec<(Option<ServicePaymentId>, i64)>, i64), DbErr> {
    let select = posting::Entity::find()
        .find_also_related(entry::Entity)
        .filter(posting::Column::Account.eq(OperatorAccount::Agent))
        .order_by_asc(posting::Column::Id);
    let (mut topups, mut services) = (Vec::new(), 0);
    for (posting, entry) in rows.all_with(select).await? {
        let Some(entry) = entry else { continue };
        match entry.kind {
            ServiceEntryKind::Topup => {
                let payment = entry.reference.strip_prefix(ONLINE_PAYMENT);
                let payment = payment.and_then(|id| id.parse::<ServicePaymentId>().ok());
                topups.push((payment, posting.amount_minor));
            }
            ServiceEntryKind::Invoice | ServiceEntryKind::PlanChange if entry.created_at < before => {
                services -= posting.amount_minor;
            }
            ServiceEntryKind::Invoice | ServiceEntryKind::PlanChange | ServiceEntryKind::Refund => {}
        }
    }
    Ok((topups, services))
}

/// A page of the operations of the scope's agent, newest first.
pub(super) async fn operations(
    rows: &impl ScopedConnection,
    window: PageWindow,
) -> Result<Page<ServiceOperation>, DbErr> {
    let mut select = posting::Entity::find()
        .find_also_related(entry::Entity)
        .filter(posting::Column::Account.eq(OperatorAccount::Agent))
        .order_by_desc(posting::Column::Id)
        .limit(window.limit + 1);
    if let Some(before) = window.beyond {
        select = select.filter(posting::Column::Id.lt(before));
    }
    let found = rows.all_with(select).await?;
    let (found, next_cursor) = window.take_page(found, |(posting, _)| posting.id);
    let view = |(posting, entry): (posting::Model, Option<entry::Model>)| {
        let entry = entry?;
        Some(ServiceOperation {
            id: entry.id,
            at: entry.created_at,
            kind: entry.kind,
            amount: rubles(posting.amount_minor),
            balance: rubles(posting.balance_after_minor?),
            memo: entry.memo,
        })
    };
    let data = found.into_iter().filter_map(view).collect();
    Ok(Page { data, next_cursor })
}
