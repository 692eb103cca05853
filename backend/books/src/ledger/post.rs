//! Posting of ledger entries.
//!
//! An entry is checked before anything is written. Account rows are locked in the order of their ids, so two entries
//! posted at the same time can't deadlock.

use super::{
    LedgerError,
    checksum::{PostedLeg, entry_checksum, summing_accounts, with_checksum},
};
use chrono::{DateTime, Utc};
use entities::{ledger_account as account, ledger_entry as entry, ledger_posting as posting};
use entities::{
    ledger_account::{AccountKind, AccountName},
    ledger_entry::DocumentType,
};
use platform::{
    db::{UniqueConstraint, is_unique_violation},
    scope::ScopedConnection,
};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use shared_types::{
    id::{
        AccountId, BalanceRequestId, CashBoxId, ClientId, EntryId, ItemServiceId, ListEntryId, OrderId, ShipmentId,
        UserId, WalletTopupId, WithdrawalId,
    },
    ledger::EntryKind,
    money::{Currency, Money},
};
use std::collections::BTreeMap;

/// An entry can be reversed only once.
const UNIQUE_REVERSAL: UniqueConstraint = UniqueConstraint {
    name: "uq_ledger_entries_reverses_id",
    columns: "ledger_entries.reverses_id",
};

/// A ledger account, by its purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Account {
    /// The agent's debt to a client.
    Client(ClientId),
    /// The part of it that is reserved for open requests.
    Reserved(ClientId),
    /// The agent's cash and bank money.
    CashBox,
    /// The agent's money in a purchasing account.
    Purchasing(ListEntryId),
    /// The money in a cash box of the cash book.
    Box(CashBoxId),
    /// The counterpart of incomes and expenses of the cash book.
    CashBook,
    /// Payments to sellers.
    Purchases,
    /// The agent's revenue.
    Revenue,
    /// The counterpart of manual balance corrections.
    Suspense,
    /// The counterpart of currency exchange.
    Exchange,
}

impl Account {
    const fn kind(self) -> AccountKind {
        match self {
            Self::Client(_) | Self::Reserved(_) => AccountKind::Client,
            Self::CashBox | Self::Box(_) | Self::Purchasing(_) => AccountKind::CashBox,
            Self::Revenue => AccountKind::Revenue,
            Self::Suspense | Self::Exchange | Self::Purchases | Self::CashBook => AccountKind::Suspense,
        }
    }

    const fn name(self) -> AccountName {
        match self {
            Self::Client(_) | Self::CashBox | Self::Revenue | Self::Suspense => AccountName::Main,
            Self::Reserved(_) => AccountName::Reserved,
            Self::Purchasing(id) => AccountName::Purchasing(id),
            Self::Box(id) => AccountName::CashBox(id),
            Self::CashBook => AccountName::CashBook,
            Self::Purchases => AccountName::Purchases,
            Self::Exchange => AccountName::Exchange,
        }
    }

    const fn client_id(self) -> Option<ClientId> {
        match self {
            Self::Client(id) | Self::Reserved(id) => Some(id),
            _ => None,
        }
    }

    fn matches(self, currency: Currency, row: &account::Model) -> bool {
        row.kind == self.kind()
            && row.name == self.name()
            && row.client_id == self.client_id()
            && row.currency == currency
    }
}

/// A change of one account. A positive amount means that the agent owes more or owns less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    pub account: Account,
    pub amount: Money,
}

/// The document that an entry belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Document {
    Order(OrderId),
    Shipment(ShipmentId),
    /// A service ordered for an item.
    Service(ItemServiceId),
    /// A top-up request of a client's balance.
    BalanceRequest(BalanceRequestId),
    /// A top-up request of a client's payment app.
    WalletTopup(WalletTopupId),
    /// A withdrawal of a client's balance.
    Withdrawal(WithdrawalId),
    /// A purchasing account, for deposits.
    PurchasingAccount(ListEntryId),
    /// A cash box, for entries of the cash book.
    CashBox(CashBoxId),
    /// The client itself, for corrections and reversals.
    Client(ClientId),
}

impl Document {
    pub(super) const fn type_and_id(self) -> (DocumentType, i64) {
        match self {
            Self::Order(id) => (DocumentType::Order, id.0),
            Self::Shipment(id) => (DocumentType::Shipment, id.0),
            Self::Service(id) => (DocumentType::Service, id.0),
            Self::BalanceRequest(id) => (DocumentType::BalanceRequest, id.0),
            Self::WalletTopup(id) => (DocumentType::WalletTopup, id.0),
            Self::Withdrawal(id) => (DocumentType::Withdrawal, id.0),
            Self::PurchasingAccount(id) => (DocumentType::PurchasingAccount, id.0),
            Self::CashBox(id) => (DocumentType::CashBox, id.0),
            Self::Client(id) => (DocumentType::Client, id.0),
        }
    }
}

/// The data of a new entry.
#[derive(Clone, Debug)]
pub struct NewEntry {
    pub kind: EntryKind,
    pub document: Document,
    /// The text shown to the client.
    pub memo: String,
    /// The user who caused the entry; `None` for the system.
    pub actor_user_id: Option<UserId>,
    /// The entry that this one reverses.
    pub reverses: Option<EntryId>,
    pub legs: Vec<Leg>,
}

/// A posted entry with the resulting balances of the client accounts.
#[derive(Clone, Debug)]
pub struct PostedEntry {
    pub entry: entry::Model,
    /// The client accounts and reserves of the entry with their new balances.
    pub balances: Vec<(Account, Money)>,
}

/// Builds the two legs that move `amount` from one account to another.
pub fn transfer(from: Account, to: Account, amount: Money) -> Vec<Leg> {
    vec![
        Leg {
            account: from,
            amount: Money::new(-amount.minor, amount.currency),
        },
        Leg { account: to, amount },
    ]
}

/// Whether there are legs, none of them is zero and they sum to zero in each currency.
fn is_balanced(legs: &[Leg]) -> bool {
    let mut sums = BTreeMap::<Currency, i64>::new();
    for leg in legs {
        let sum = sums.entry(leg.amount.currency).or_default();
        match sum.checked_add(leg.amount.minor) {
            Some(next) if leg.amount.minor != 0 => *sum = next,
            _ => return false,
        }
    }
    !legs.is_empty() && sums.values().all(|sum| *sum == 0)
}

/// Posts an entry. Nothing is written if the entry is refused.
///
/// Takes four statements when one client account is involved. The update of balance and checksum itself locks the client's account
/// row.
pub async fn post(
    ledger: &impl ScopedConnection,
    new: NewEntry,
    now: DateTime<Utc>,
) -> Result<PostedEntry, LedgerError> {
    if !is_balanced(&new.legs) {
        return Err(LedgerError::Unbalanced);
    }
    let mut legs = resolve_accounts(ledger, &new.legs, now).await?;
    legs.sort_by_key(|(_, account)| account.id);
    let (document_type, document_id) = new.document.type_and_id();
    let row = entry::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        kind: Set(new.kind),
        document_type: Set(document_type),
        document_id: Set(document_id),
        reverses_id: Set(new.reverses),
        memo: Set(new.memo),
        actor_user_id: Set(new.actor_user_id),
        created_at: Set(now),
    };
    let entry = match ledger.insert(row).await {
        Ok(entry) => entry,
        // A concurrent request reversed the entry after the caller's check.
        Err(error) if is_unique_violation(&error, UNIQUE_REVERSAL) => return Err(LedgerError::AlreadyReversed),
        Err(error) => return Err(error.into()),
    };
    let posted_legs = legs.iter().map(|(leg, account)| PostedLeg {
        account_id: account.id,
        amount_minor: leg.amount.minor,
        currency: leg.amount.currency,
        client_id: leg.account.client_id(),
        reserved: matches!(leg.account, Account::Reserved(_)),
    });
    let checksum = entry_checksum(&entry, posted_legs.collect())?;
    let summing = summing_accounts(legs.iter().map(|(_, account)| account).collect());
    let summing: Vec<AccountId> = summing.into_iter().map(|account| account.id).collect();
    let mut postings = Vec::new();
    let mut balances = Vec::new();
    for (leg, account) in legs {
        let balance = match leg.account {
            Account::Client(_) | Account::Reserved(_) => {
                Some(add_to_account(ledger, account.id, leg.amount, checksum).await?)
            }
            _ if summing.contains(&account.id) => {
                // Only client accounts have a running balance.
                add_to_account(ledger, account.id, Money::zero(leg.amount.currency), checksum).await?;
                None
            }
            _ => None,
        };
        balances.extend(balance.map(|balance| (leg.account, balance)));
        postings.push(posting::ActiveModel {
            id: NotSet,
            agent_id: NotSet,
            entry_id: Set(entry.id),
            account_id: Set(account.id),
            client_id: Set(leg.account.client_id()),
            reserved: Set(matches!(leg.account, Account::Reserved(_))),
            amount_minor: Set(leg.amount.minor),
            currency: Set(leg.amount.currency),
            balance_after_minor: Set(balance.map(|balance| balance.minor)),
        });
    }
    ledger.insert_many(postings, None).await?;
    Ok(PostedEntry { entry, balances })
}

/// Adds `amount` to the balance of an account and the checksum of an entry to its checksum, unless the balance would fall below
/// zero.
async fn add_to_account(
    ledger: &impl ScopedConnection,
    account_id: AccountId,
    amount: Money,
    checksum: i64,
) -> Result<Money, LedgerError> {
    let new_balance = || Expr::col(account::Column::BalanceMinor).add(amount.minor);
    let update = account::Entity::update_many()
        .col_expr(account::Column::BalanceMinor, new_balance())
        .col_expr(
            account::Column::Checksum,
            with_checksum(account::Column::Checksum, checksum),
        )
        .filter(account::Column::Id.eq(account_id))
        .filter(new_balance().gte(0));
    let account = ledger.update(update).await?.pop();
    let account = account.ok_or(LedgerError::Insufficient(Money::new(
        amount.minor.saturating_neg(),
        amount.currency,
    )))?;
    Ok(Money::new(account.balance_minor, amount.currency))
}

/// Pairs each leg with its account row. Missing accounts are created.
async fn resolve_accounts(
    ledger: &impl ScopedConnection,
    legs: &[Leg],
    now: DateTime<Utc>,
) -> Result<Vec<(Leg, account::Model)>, LedgerError> {
    let mut found = find_accounts(ledger, legs).await?;
    let is_missing =
        |leg: &&Leg, found: &[account::Model]| !found.iter().any(|row| leg.account.matches(leg.amount.currency, row));
    let missing: Vec<_> = legs.iter().filter(|leg| is_missing(leg, &found)).collect();
    if !missing.is_empty() {
        let rows = missing.into_iter().map(|leg| account::ActiveModel {
            id: NotSet,
            agent_id: NotSet,
            client_id: Set(leg.account.client_id()),
            kind: Set(leg.account.kind()),
            name: Set(leg.account.name()),
            currency: Set(leg.amount.currency),
            balance_minor: Set(0),
            checksum: Set(0),
            created_at: Set(now),
        });
        // A concurrent request may create the same account; the row of either request is used.
        ledger
            .insert_many(
                rows.collect::<Vec<_>>(),
                Some(OnConflict::new().do_nothing().to_owned()),
            )
            .await?;
        found = find_accounts(ledger, legs).await?;
    }
    legs.iter()
        .map(|leg| {
            let row = found.iter().find(|row| leg.account.matches(leg.amount.currency, row));
            row.map(|row| (*leg, row.clone())).ok_or(LedgerError::NotFound)
        })
        .collect()
}

async fn find_accounts(ledger: &impl ScopedConnection, legs: &[Leg]) -> Result<Vec<account::Model>, DbErr> {
    use account::Column;
    let any = legs.iter().fold(Condition::any(), |any, leg| {
        let owner = match leg.account.client_id() {
            Some(id) => Column::ClientId.eq(id),
            None => Column::ClientId.is_null(),
        };
        any.add(
            Condition::all()
                .add(owner)
                .add(Column::Kind.eq(leg.account.kind()))
                .add(Column::Name.eq(leg.account.name()))
                .add(Column::Currency.eq(leg.amount.currency)),
        )
    });
    ledger.all(account::Entity::find().filter(any)).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn is_balanced_requires_zero_sum_per_currency() {
        let rub = |minor| Money::new(minor, Currency::Rub);
        let leg = |amount| Leg {
            account: Account::Revenue,
            amount,
        };
        assert!(is_balanced(&transfer(
            Account::Client(ClientId(1)),
            Account::Revenue,
            rub(5)
        )));
        assert!(!is_balanced(&[]));
        assert!(!is_balanced(&[leg(rub(0)), leg(rub(0))]));
        assert!(!is_balanced(&[leg(rub(5)), leg(Money::new(-5, Currency::Cny))]));
        assert!(!is_balanced(&[leg(rub(i64::MAX)), leg(rub(1)), leg(rub(i64::MIN))]));
    }

    proptest! {
        #![proptest_config(test_seed::proptest_config(256))]
        #[test]
        fn transfer_is_balanced(minor in 1..i64::MAX) {
            let legs = transfer(Account::CashBox, Account::Client(ClientId(7)), Money::new(minor, Currency::Rub));
            prop_assert!(is_balanced(&legs));
        }
    }
}
