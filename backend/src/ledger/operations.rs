//! Balances and the operation history.

use super::{
    LedgerError,
    entity::{account, entry, posting},
};
use crate::platform::{
    http::{Failure, Window},
    scope::Rows,
};
use chrono::{NaiveTime, TimeDelta};
use sea_orm::{Condition, QueryOrder, QuerySelect, entity::prelude::*};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{ClientId, EntryId},
    ledger::{BALANCE_CURRENCIES, EntryKind, Operation, OperationQuery},
    money::{Currency, Money},
    page::Page,
};
use std::collections::BTreeMap;

/// A client's balances, rubles first; an account that was never used holds nothing.
pub async fn balances(books: &impl Rows, client: ClientId) -> Result<Vec<Money>, DbErr> {
    let select = account::Entity::find()
        .filter(account::Column::ClientId.eq(client.0))
        .filter(account::Column::Kind.eq("client"));
    let accounts = books.all(select).await?;
    let of = |currency: Currency| {
        let held = accounts.iter().find(|account| account.currency == currency.code());
        Money::new(held.map_or(0, |account| account.balance_minor), currency)
    };
    Ok(BALANCE_CURRENCIES.map(of).into())
}

/// The balances of several clients, rubles first; clients without an account are not in it.
pub async fn balances_of(books: &impl Rows, clients: Vec<i64>) -> Result<BTreeMap<i64, Vec<Money>>, DbErr> {
    let select = account::Entity::find()
        .filter(account::Column::ClientId.is_in(clients))
        .filter(account::Column::Kind.eq("client"));
    let mut held = BTreeMap::<i64, Vec<Money>>::new();
    let accounts = books.all(select).await?;
    for currency in BALANCE_CURRENCIES {
        for account in accounts.iter().filter(|account| account.currency == currency.code()) {
            if let Some(client) = account.client_id {
                let money = Money::new(account.balance_minor, currency);
                held.entry(client).or_default().push(money);
            }
        }
    }
    Ok(held)
}

/// A page of what moved a client's balances.
pub(super) async fn page(
    books: &impl Rows,
    client: ClientId,
    query: &OperationQuery,
    window: Window,
) -> Result<Page<Operation>, Failure> {
    let mut select = posting::Entity::find()
        .find_also_related(entry::Entity)
        .filter(condition(client, query)?)
        .order_by_desc(posting::Column::Id)
        .limit(window.limit + 1);
    if let Some(before) = window.beyond {
        select = select.filter(posting::Column::Id.lt(before));
    }
    let found = books.all_with(select).await?;
    let (found, next_cursor) = window.cut(found, |(row, _)| row.id);
    let data = found
        .into_iter()
        .filter_map(|(posting, entry)| view(&posting, entry?))
        .collect();
    Ok(Page { data, next_cursor })
}

fn condition(client: ClientId, query: &OperationQuery) -> Result<Condition, FieldErrors> {
    let mut errors = FieldErrors::default();
    let mut all = Condition::all().add(posting::Column::ClientId.eq(client.0));
    if let Some(currency) = query.currency {
        all = all.add(posting::Column::Currency.eq(currency.code()));
    }
    if let Some(kind) = query.kind {
        all = all.add(entry::Column::Kind.eq(kind.as_str()));
    }
    if let Some(from) = query.from {
        all = all.add(entry::Column::CreatedAt.gte(from.and_time(NaiveTime::MIN).and_utc()));
    }
    if let Some(to) = query.to {
        match to.checked_add_signed(TimeDelta::days(1)) {
            Some(after) => all = all.add(entry::Column::CreatedAt.lt(after.and_time(NaiveTime::MIN).and_utc())),
            None => errors.add("to", Rule::UnknownValue),
        }
    }
    errors.or(all)
}

fn view(posting: &posting::Model, entry: entry::Model) -> Option<Operation> {
    let currency = Currency::from_code(&posting.currency)?;
    Some(Operation {
        id: EntryId(entry.id),
        at: entry.created_at,
        kind: EntryKind::from_name(&entry.kind)?,
        amount: Money::new(posting.amount_minor, currency),
        balance: Money::new(posting.balance_after_minor?, currency),
        memo: entry.memo,
        reverses: entry.reverses_id.map(EntryId),
    })
}

/// One operation as the client sees it.
pub(super) async fn operation(books: &impl Rows, client: ClientId, entry_id: i64) -> Result<Operation, LedgerError> {
    let select = posting::Entity::find()
        .find_also_related(entry::Entity)
        .filter(posting::Column::ClientId.eq(client.0))
        .filter(posting::Column::EntryId.eq(entry_id));
    let found = books.all_with(select).await?.into_iter().next();
    found
        .and_then(|(posting, entry)| view(&posting, entry?))
        .ok_or(LedgerError::NotFound)
}
