//! The agent's money, its debts to clients, and the clients' open payments.

use books::ledger;
use entities::{
    client, ledger_account as account,
    ledger_account::{AccountKind, AccountName},
    ledger_posting as posting, order, order_quote, shipment,
};
use platform::scope::{AgentScope, ScopedConnection};
use sea_orm::{EntityName, FromQueryResult, JoinType, QuerySelect, QueryTrait, entity::prelude::*, sea_query::Expr};
use shared_types::{
    id::ClientId,
    ledger::BALANCE_CURRENCIES,
    money::{Currency, Money},
    orders::OrderStatus,
    reports::{Debtor, Funds},
    shipments::ShipmentStatus,
};
use std::collections::BTreeMap;

#[derive(Debug, FromQueryResult)]
struct CurrencySum {
    currency: Currency,
    sum_minor: i64,
}

/// The amount that a client has to pay, in kopecks.
#[derive(Debug, FromQueryResult)]
struct Debt {
    client_id: ClientId,
    code: String,
    name: String,
    count: i64,
    due_minor: i64,
}

/// Loads the funds. The cash boxes are the agent's own, so that only staff who see all balances see them. Takes five
/// statements.
pub(super) async fn load(scope: &AgentScope) -> Result<Funds, DbErr> {
    let sees_all = scope.policy().only_staff().is_none();
    let cash_boxes = if sees_all { cash_boxes(scope).await? } else { Vec::new() };
    let (balances, reserved) = balances_and_reserves(scope).await?;
    let orders = orders_due(scope).await?;
    let shipments = shipments_due(scope).await?;
    let mut debtors = BTreeMap::<ClientId, Debtor>::new();
    for due in orders {
        let debtor = debtors.entry(due.client_id).or_insert_with(|| new_debtor(&due));
        debtor.orders = due.count;
        debtor.orders_due = Money::new(due.due_minor, Currency::Rub);
    }
    for due in shipments {
        let debtor = debtors.entry(due.client_id).or_insert_with(|| new_debtor(&due));
        debtor.shipments = due.count;
        debtor.shipments_due = Money::new(due.due_minor, Currency::Rub);
    }
    let mut by_client = if debtors.is_empty() {
        BTreeMap::new()
    } else {
        ledger::balances_by_client(scope, debtors.keys().copied().collect()).await?
    };
    for (id, debtor) in &mut debtors {
        let known = by_client.remove(id).unwrap_or_default();
        let balance = |currency| {
            let known = known.iter().find(|money| money.currency == currency);
            known.copied().unwrap_or(Money::zero(currency))
        };
        debtor.balances = BALANCE_CURRENCIES.map(balance).to_vec();
        let rubles = balance(Currency::Rub).minor;
        debtor.missing = Money::new(total_due(debtor).saturating_sub(rubles).max(0), Currency::Rub);
    }
    let mut debtors: Vec<Debtor> = debtors.into_values().collect();
    debtors.sort_by_key(|debtor| std::cmp::Reverse(total_due(debtor)));
    let sum = |of: fn(&Debtor) -> i64| {
        let minor = debtors.iter().map(of).fold(0_i64, i64::saturating_add);
        Money::new(minor, Currency::Rub)
    };
    Ok(Funds {
        cash_boxes,
        balances,
        reserved,
        debt: sum(total_due),
        missing: sum(|debtor| debtor.missing.minor),
        debtors,
    })
}

fn new_debtor(due: &Debt) -> Debtor {
    let zero = Money::zero(Currency::Rub);
    Debtor {
        client_id: due.client_id,
        code: due.code.clone(),
        name: due.name.clone(),
        orders: 0,
        orders_due: zero,
        shipments: 0,
        shipments_due: zero,
        balances: Vec::new(),
        missing: zero,
    }
}

fn total_due(debtor: &Debtor) -> i64 {
    debtor.orders_due.minor.saturating_add(debtor.shipments_due.minor)
}

/// One amount per currency of balances; other currencies only if there is a sum.
fn amounts(sums: Vec<CurrencySum>) -> Vec<Money> {
    let mut amounts = BALANCE_CURRENCIES.map(Money::zero).to_vec();
    for sum in sums {
        let money = Money::new(sum.sum_minor, sum.currency);
        match amounts.iter_mut().find(|amount| amount.currency == sum.currency) {
            Some(amount) => *amount = money,
            None => amounts.push(money),
        }
    }
    amounts
}

/// A cash box is negative by the money in it, because postings are credits.
async fn cash_boxes(scope: &AgentScope) -> Result<Vec<Money>, DbErr> {
    let mut select = posting::Entity::find().select_only();
    let on = "ledger_accounts.agent_id = ledger_postings.agent_id AND ledger_accounts.id = ledger_postings.account_id";
    QueryTrait::query(&mut select).join(JoinType::InnerJoin, account::Entity.table_ref(), Expr::cust(on));
    let select = select
        .filter(account::Column::Kind.eq(AccountKind::CashBox))
        .column_as(account::Column::Currency, "currency")
        .column_as(
            Expr::cust("-CAST(COALESCE(SUM(ledger_postings.amount_minor), 0) AS bigint)"),
            "sum_minor",
        )
        .group_by(account::Column::Currency);
    Ok(amounts(scope.all_as(select).await?))
}

/// The sum of the client accounts with one name and currency.
#[derive(Debug, FromQueryResult)]
struct AccountSum {
    name: AccountName,
    currency: Currency,
    sum_minor: i64,
}

/// The sums of the balances and of the reserves of the clients that the caller may see.
async fn balances_and_reserves(scope: &AgentScope) -> Result<(Vec<Money>, Vec<Money>), DbErr> {
    let mut select = account::Entity::find().select_only();
    let on = "clients.agent_id = ledger_accounts.agent_id AND clients.id = ledger_accounts.client_id";
    QueryTrait::query(&mut select).join(JoinType::InnerJoin, client::Entity.table_ref(), Expr::cust(on));
    let mut select = select
        .filter(account::Column::Kind.eq(AccountKind::Client))
        .column_as(account::Column::Name, "name")
        .column_as(account::Column::Currency, "currency")
        .column_as(
            Expr::cust("CAST(COALESCE(SUM(ledger_accounts.balance_minor), 0) AS bigint)"),
            "sum_minor",
        )
        .group_by(account::Column::Name)
        .group_by(account::Column::Currency);
    if let Some(staff) = scope.policy().only_staff() {
        select = select.filter(client::Column::ManagerStaffId.eq(staff));
    }
    let sums: Vec<AccountSum> = scope.all_as(select).await?;
    let sums_of = |name: AccountName| -> Vec<CurrencySum> {
        let chosen = sums.iter().filter(|sum| sum.name == name);
        chosen
            .map(|sum| CurrencySum {
                currency: sum.currency,
                sum_minor: sum.sum_minor,
            })
            .collect()
    };
    let mut reserved = amounts(sums_of(AccountName::Reserved));
    reserved.retain(|money| money.minor > 0);
    Ok((amounts(sums_of(AccountName::Main)), reserved))
}

async fn orders_due(scope: &AgentScope) -> Result<Vec<Debt>, DbErr> {
    let mut select = order::Entity::find().select_only();
    let query = QueryTrait::query(&mut select);
    let quote = "order_quotes.agent_id = orders.agent_id AND order_quotes.id = orders.quote_id";
    query.join(JoinType::InnerJoin, order_quote::Entity.table_ref(), Expr::cust(quote));
    let owner = "clients.agent_id = orders.agent_id AND clients.id = orders.client_id";
    query.join(JoinType::InnerJoin, client::Entity.table_ref(), Expr::cust(owner));
    let select = select
        .filter(order::Column::Status.eq(OrderStatus::Quoted))
        .column_as(client::Column::Id, "client_id")
        .column_as(client::Column::Code, "code")
        .column_as(client::Column::Name, "name")
        .column_as(Expr::cust("COUNT(*)"), "count")
        .column_as(
            Expr::cust("CAST(SUM(order_quotes.due_rub_minor) AS bigint)"),
            "due_minor",
        )
        .group_by(client::Column::Id)
        .group_by(client::Column::Code)
        .group_by(client::Column::Name);
    scope.all_as(select).await
}

async fn shipments_due(scope: &AgentScope) -> Result<Vec<Debt>, DbErr> {
    let mut select = shipment::Entity::find().select_only();
    let owner = "clients.agent_id = shipments.agent_id AND clients.id = shipments.client_id";
    QueryTrait::query(&mut select).join(JoinType::InnerJoin, client::Entity.table_ref(), Expr::cust(owner));
    let select = select
        .filter(shipment::Column::Status.ne(ShipmentStatus::Canceled))
        .filter(shipment::Column::CostRubMinor.is_not_null())
        .filter(shipment::Column::PaidAt.is_null())
        .column_as(client::Column::Id, "client_id")
        .column_as(client::Column::Code, "code")
        .column_as(client::Column::Name, "name")
        .column_as(Expr::cust("COUNT(*)"), "count")
        .column_as(
            Expr::cust("CAST(SUM(shipments.cost_rub_minor - COALESCE(shipments.paid_part_rub_minor, 0)) AS bigint)"),
            "due_minor",
        )
        .group_by(client::Column::Id)
        .group_by(client::Column::Code)
        .group_by(client::Column::Name);
    scope.all_as(select).await
}
