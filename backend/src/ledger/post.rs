//! Writing an entry: checked first, then the clients' accounts in the order of their ids, so that no two entries wait for
//! each other in a circle.

use super::{
    LedgerError,
    entity::{account, entry, posting},
};
use crate::platform::{
    db::{Constraint, broken_unique},
    scope::Rows,
};
use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use shared_types::{
    ledger::EntryKind,
    money::{Currency, Money},
};
use std::collections::BTreeMap;

/// An entry is taken back once.
const REVERSED_ONCE: Constraint = Constraint {
    name: "uq_ledger_entries_reverses_id",
    columns: "ledger_entries.reverses_id",
};

/// Whose money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Account {
    /// What the agent owes a client.
    Client(i64),
    /// What lies in the agent's cash box or bank.
    CashBox,
    /// What the agent was paid.
    Revenue,
    /// What waits for its place.
    Suspense,
    /// Where one currency becomes another.
    Exchange,
}

impl Account {
    const fn kind(self) -> &'static str {
        match self {
            Self::Client(_) => "client",
            Self::CashBox => "cash_box",
            Self::Revenue => "revenue",
            Self::Suspense | Self::Exchange => "suspense",
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Exchange => "exchange",
            _ => "",
        }
    }

    const fn client_id(self) -> Option<i64> {
        match self {
            Self::Client(id) => Some(id),
            _ => None,
        }
    }

    fn is(self, currency: Currency, row: &account::Model) -> bool {
        row.kind == self.kind()
            && row.name == self.name()
            && row.client_id == self.client_id()
            && row.currency == currency.code()
    }
}

/// What moves on one account: positive where the agent comes to owe more or own less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// Whose money.
    pub account: Account,
    /// How much.
    pub amount: Money,
}

/// What an entry is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Document {
    /// An order.
    Order(i64),
    /// A shipment.
    Shipment(i64),
    /// A service on an item.
    Service(i64),
    /// A request to top a balance up.
    BalanceRequest(i64),
    /// A request to top a payment app up.
    WalletTopup(i64),
    /// A client account, for corrections.
    Client(i64),
}

impl Document {
    pub(super) const fn parts(self) -> (&'static str, i64) {
        match self {
            Self::Order(id) => ("order", id),
            Self::Shipment(id) => ("shipment", id),
            Self::Service(id) => ("service", id),
            Self::BalanceRequest(id) => ("balance_request", id),
            Self::WalletTopup(id) => ("wallet_topup", id),
            Self::Client(id) => ("client", id),
        }
    }
}

/// An entry to be written.
#[derive(Clone, Debug)]
pub struct NewEntry {
    /// Why.
    pub kind: EntryKind,
    /// About what.
    pub document: Document,
    /// What the client reads.
    pub memo: String,
    /// Who.
    pub actor_user_id: Option<i64>,
    /// The entry that this one takes back.
    pub reverses: Option<i64>,
    /// What moves.
    pub legs: Vec<Leg>,
}

/// A written entry, with the clients' balances after it.
#[derive(Clone, Debug)]
pub struct Posted {
    /// The entry.
    pub entry: entry::Model,
    /// Client accounts and their balances.
    pub balances: Vec<(Account, Money)>,
}

/// Two legs: so much from one account to another.
pub fn transfer(from: Account, to: Account, amount: Money) -> Vec<Leg> {
    vec![
        Leg {
            account: from,
            amount: Money::new(-amount.minor, amount.currency),
        },
        Leg { account: to, amount },
    ]
}

/// Whether the legs sum to zero in each currency, with none of them empty.
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

/// Writes an entry, or nothing: four statements for one client, the client's row locked by the update itself.
pub async fn post(books: &impl Rows, new: NewEntry, now: DateTime<Utc>) -> Result<Posted, LedgerError> {
    if !is_balanced(&new.legs) {
        return Err(LedgerError::Unbalanced);
    }
    let mut legs = with_accounts(books, &new.legs, now).await?;
    legs.sort_by_key(|(_, account)| account.id);
    let (document_type, document_id) = new.document.parts();
    let row = entry::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        kind: Set(new.kind.as_str().to_owned()),
        document_type: Set(document_type.to_owned()),
        document_id: Set(document_id),
        reverses_id: Set(new.reverses),
        memo: Set(new.memo),
        actor_user_id: Set(new.actor_user_id),
        created_at: Set(now),
    };
    let entry = match books.insert(row).await {
        Ok(entry) => entry,
        // A parallel request took the entry back after this one had looked.
        Err(error) if broken_unique(&error, REVERSED_ONCE) => return Err(LedgerError::REVERSED),
        Err(error) => return Err(error.into()),
    };
    let mut postings = Vec::new();
    let mut balances = Vec::new();
    for (leg, account) in legs {
        let balance = match leg.account {
            Account::Client(_) => Some(move_balance(books, account.id, leg.amount).await?),
            _ => None,
        };
        balances.extend(balance.map(|balance| (leg.account, balance)));
        postings.push(posting::ActiveModel {
            id: NotSet,
            agent_id: NotSet,
            entry_id: Set(entry.id),
            account_id: Set(account.id),
            client_id: Set(leg.account.client_id()),
            amount_minor: Set(leg.amount.minor),
            currency: Set(leg.amount.currency.code().to_owned()),
            balance_after_minor: Set(balance.map(|balance| balance.minor)),
        });
    }
    books.insert_many(postings, None).await?;
    Ok(Posted { entry, balances })
}

/// Adds to a client's balance, as long as it stays at or above zero.
async fn move_balance(books: &impl Rows, account_id: i64, amount: Money) -> Result<Money, LedgerError> {
    let moved = || Expr::col(account::Column::BalanceMinor).add(amount.minor);
    let update = account::Entity::update_many()
        .col_expr(account::Column::BalanceMinor, moved())
        .filter(account::Column::Id.eq(account_id))
        .filter(moved().gte(0));
    let account = books.update(update).await?.pop();
    let account = account.ok_or(LedgerError::Insufficient(Money::new(
        amount.minor.saturating_neg(),
        amount.currency,
    )))?;
    Ok(Money::new(account.balance_minor, amount.currency))
}

/// The accounts of the legs; those that are not there yet are opened.
async fn with_accounts(
    books: &impl Rows,
    legs: &[Leg],
    now: DateTime<Utc>,
) -> Result<Vec<(Leg, account::Model)>, LedgerError> {
    let mut found = find(books, legs).await?;
    let is_missing =
        |leg: &&Leg, found: &[account::Model]| !found.iter().any(|row| leg.account.is(leg.amount.currency, row));
    let missing: Vec<_> = legs.iter().filter(|leg| is_missing(leg, &found)).collect();
    if !missing.is_empty() {
        let rows = missing.into_iter().map(|leg| account::ActiveModel {
            id: NotSet,
            agent_id: NotSet,
            client_id: Set(leg.account.client_id()),
            kind: Set(leg.account.kind().to_owned()),
            name: Set(leg.account.name().to_owned()),
            currency: Set(leg.amount.currency.code().to_owned()),
            balance_minor: Set(0),
            created_at: Set(now),
        });
        // Another request may open the same account at the same time; either one's will do.
        books
            .insert_many(
                rows.collect::<Vec<_>>(),
                Some(OnConflict::new().do_nothing().to_owned()),
            )
            .await?;
        found = find(books, legs).await?;
    }
    legs.iter()
        .map(|leg| {
            let row = found.iter().find(|row| leg.account.is(leg.amount.currency, row));
            row.map(|row| (*leg, row.clone())).ok_or(LedgerError::NotFound)
        })
        .collect()
}

async fn find(books: &impl Rows, legs: &[Leg]) -> Result<Vec<account::Model>, DbErr> {
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
                .add(Column::Currency.eq(leg.amount.currency.code())),
        )
    });
    books.all(account::Entity::find().filter(any)).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn legs_must_sum_to_zero_in_each_currency() {
        let rub = |minor| Money::new(minor, Currency::Rub);
        let leg = |amount| Leg {
            account: Account::Revenue,
            amount,
        };
        assert!(is_balanced(&transfer(Account::Client(1), Account::Revenue, rub(5))));
        assert!(!is_balanced(&[]));
        assert!(!is_balanced(&[leg(rub(0)), leg(rub(0))]));
        assert!(!is_balanced(&[leg(rub(5)), leg(Money::new(-5, Currency::Cny))]));
        assert!(!is_balanced(&[leg(rub(i64::MAX)), leg(rub(1)), leg(rub(i64::MIN))]));
    }

    proptest! {
        #[test]
        fn every_transfer_is_balanced(minor in 1..i64::MAX) {
            let legs = transfer(Account::CashBox, Account::Client(7), Money::new(minor, Currency::Rub));
            prop_assert!(is_balanced(&legs));
        }
    }
}
