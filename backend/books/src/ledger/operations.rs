//! Client balances and their operation history.

use super::LedgerError;
use entities::ledger_account::{AccountKind, AccountName};
use entities::{client, ledger_account as account, ledger_entry as entry, ledger_posting as posting, order};
use platform::{
    page::{self, PageWindow},
    scope::ScopedConnection,
    timezone::TimeZone,
};
use sea_orm::{Condition, Order, QueryOrder, QuerySelect, entity::prelude::*, sea_query::IntoCondition};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{ClientId, EntryId, StaffId},
    ledger::{BALANCE_CURRENCIES, ClientOperation, EntryKind, Operation, OperationQuery},
    money::{Currency, Money},
    orders::ReservedDeposit,
    page::Page,
};
use std::collections::BTreeMap;

/// Returns a client's balances, rubles first. A currency without an account has the balance zero.
pub async fn balances(ledger: &impl ScopedConnection, client: ClientId) -> Result<Vec<Money>, DbErr> {
    Ok(balances_and_reserves(ledger, client).await?.0)
}

/// Returns a client's balances, and their reserves; currencies without a reserve are left out of the latter.
pub(super) async fn balances_and_reserves(
    ledger: &impl ScopedConnection,
    client: ClientId,
) -> Result<(Vec<Money>, Vec<Money>), DbErr> {
    let select = account::Entity::find()
        .filter(account::Column::ClientId.eq(client.0))
        .filter(account::Column::Kind.eq(AccountKind::Client));
    let accounts = ledger.all(select).await?;
    let sum = |currency: Currency, name: AccountName| {
        let account = accounts
            .iter()
            .find(|account| account.currency == currency && account.name == name);
        Money::new(account.map_or(0, |account| account.balance_minor), currency)
    };
    let balances = BALANCE_CURRENCIES.map(|currency| sum(currency, AccountName::Main));
    let reserves = BALANCE_CURRENCIES.map(|currency| sum(currency, AccountName::Reserved));
    let reserves = reserves.into_iter().filter(|reserve| reserve.minor > 0).collect();
    Ok((balances.into(), reserves))
}

/// Returns a page of the deposits of a client's orders that the caller may see, the oldest order first.
pub(super) async fn deposits(
    rows: &impl ScopedConnection,
    client: ClientId,
    window: PageWindow,
) -> Result<Page<ReservedDeposit>, DbErr> {
    let select = order::Entity::find()
        .filter(order::Column::ClientId.eq(client))
        .filter(order::Column::DepositMinor.is_not_null());
    let select = window.select(select, order::Column::Id, Order::Asc);
    let view = |order: order::Model| {
        let amount = order.deposit()?;
        Some(ReservedDeposit {
            order_id: order.id,
            number: order.number,
            amount,
        })
    };
    let (found, next_cursor) = window.take_page(rows.all(select).await?, |order| order.id);
    Ok(Page {
        data: found.into_iter().filter_map(view).collect(),
        next_cursor,
    })
}

/// Returns the first deposits, and the cursor with which the list of the deposits continues.
pub(super) async fn first_deposits(
    rows: &impl ScopedConnection,
    client: ClientId,
) -> Result<(Vec<ReservedDeposit>, Option<String>), LedgerError> {
    let window = PageWindow::from_query(None, None)?;
    let Page { data, next_cursor } = deposits(rows, client, window).await?;
    let last = data.last().filter(|_| next_cursor.is_some());
    let cursor = last.map(|deposit| page::encode("deposits", deposit.order_id.0));
    Ok((data, cursor))
}

/// Returns the balances of several clients by client id, rubles first. Clients without accounts are left out.
pub async fn balances_by_client(
    ledger: &impl ScopedConnection,
    clients: Vec<ClientId>,
) -> Result<BTreeMap<ClientId, Vec<Money>>, DbErr> {
    let select = account::Entity::find()
        .filter(ledger.id_in(account::Column::ClientId, clients))
        .filter(account::Column::Kind.eq(AccountKind::Client))
        .filter(account::Column::Name.eq(AccountName::Main));
    let mut balances = BTreeMap::<ClientId, Vec<Money>>::new();
    let accounts = ledger.all(select).await?;
    for currency in BALANCE_CURRENCIES {
        for account in accounts.iter().filter(|account| account.currency == currency) {
            if let Some(client) = account.client_id {
                let money = Money::new(account.balance_minor, currency);
                balances.entry(client).or_default().push(money);
            }
        }
    }
    Ok(balances)
}

/// Returns a page of a client's operations, newest first. The days of the query are days of the given time zone.
pub(super) async fn page(
    ledger: &impl ScopedConnection,
    client: ClientId,
    query: &OperationQuery,
    window: PageWindow,
    zone: TimeZone,
) -> Result<Page<Operation>, LedgerError> {
    let of_client = posting::Column::ClientId.eq(client.0).into_condition();
    let page = page_of(ledger, of_client, query, window, zone).await?;
    Ok(Page {
        data: page.data.into_iter().map(|row| row.operation).collect(),
        next_cursor: page.next_cursor,
    })
}

/// Returns a page of the operations of all clients, or of the clients that a staff member manages, newest first.
pub(super) async fn page_of_all(
    ledger: &impl ScopedConnection,
    manager: Option<StaffId>,
    query: &OperationQuery,
    window: PageWindow,
    zone: TimeZone,
) -> Result<Page<ClientOperation>, LedgerError> {
    let of_manager = manager.map(|staff_id| client::managed_by(posting::Column::ClientId, staff_id));
    let of_clients = Condition::all()
        .add(posting::Column::ClientId.is_not_null())
        .add_option(of_manager);
    page_of(ledger, of_clients, query, window, zone).await
}

async fn page_of(
    ledger: &impl ScopedConnection,
    clients: Condition,
    query: &OperationQuery,
    window: PageWindow,
    zone: TimeZone,
) -> Result<Page<ClientOperation>, LedgerError> {
    let mut select = posting::Entity::find()
        .find_also_related(entry::Entity)
        .filter(query_condition(clients, query, zone)?)
        .order_by_desc(posting::Column::Id)
        .limit(window.limit + 1);
    if let Some(before) = window.beyond {
        select = select.filter(posting::Column::Id.lt(before));
    }
    let found = ledger.all_with(select).await?;
    let (found, next_cursor) = window.take_page(found, |(row, _)| row.id);
    let view = |(posting, entry): (posting::Model, Option<entry::Model>)| {
        Some(ClientOperation {
            client_id: posting.client_id?,
            operation: operation_view(&posting, entry?)?,
        })
    };
    Ok(Page {
        data: found.into_iter().filter_map(view).collect(),
        next_cursor,
    })
}

fn query_condition(clients: Condition, query: &OperationQuery, zone: TimeZone) -> Result<Condition, FieldErrors> {
    let mut errors = FieldErrors::default();
    // A change of the reserve is shown once: as the reservation or release of the balance, or as the payment from the reserve.
    let shown_of_reserve = [EntryKind::WalletTopup, EntryKind::Withdrawal];
    let mut all = Condition::all().add(clients).add(
        Condition::any()
            .add(posting::Column::Reserved.eq(false))
            .add(entry::Column::Kind.is_in(shown_of_reserve)),
    );
    if let Some(currency) = query.currency {
        all = all.add(posting::Column::Currency.eq(currency));
    }
    if let Some(kind) = query.kind {
        all = all.add(entry::Column::Kind.eq(kind));
    }
    if let Some(from) = query.from {
        all = all.add(entry::Column::CreatedAt.gte(zone.first_moment(from)));
    }
    if let Some(to) = query.to {
        match to.succ_opt() {
            Some(after) => all = all.add(entry::Column::CreatedAt.lt(zone.first_moment(after))),
            None => errors.add("to", Rule::UnknownValue),
        }
    }
    errors.into_result(all)
}

fn operation_view(posting: &posting::Model, entry: entry::Model) -> Option<Operation> {
    let currency = posting.currency;
    Some(Operation {
        id: entry.id,
        at: entry.created_at,
        kind: entry.kind,
        amount: Money::new(posting.amount_minor, currency),
        balance: Money::new(posting.balance_after_minor?, currency),
        from_reserve: posting.reserved,
        memo: entry.memo,
        reverses: entry.reverses_id,
    })
}

/// Returns one operation of a client.
pub(super) async fn get(
    ledger: &impl ScopedConnection,
    client: ClientId,
    entry_id: EntryId,
) -> Result<Operation, LedgerError> {
    let select = posting::Entity::find()
        .find_also_related(entry::Entity)
        .filter(posting::Column::ClientId.eq(client.0))
        .filter(posting::Column::EntryId.eq(entry_id));
    let found = ledger.all_with(select).await?.into_iter().next();
    found
        .and_then(|(posting, entry)| operation_view(&posting, entry?))
        .ok_or(LedgerError::NotFound)
}
