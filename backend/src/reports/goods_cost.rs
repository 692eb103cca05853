//! The cost of the goods of paid orders: the payments to their sellers, or else the prices of the pieces.

use super::selection::{Selection, add_key, total};
use entities::{order, order_group, order_item, payment, purchase};
use platform::scope::{AgentScope, ScopedConnection};
use sea_orm::{
    EntityName, FromQueryResult, JoinType, QuerySelect, QueryTrait, Select,
    entity::prelude::*,
    sea_query::{Expr, SelectStatement},
};
use shared_types::{id::AgentId, items::ItemStatus, money::Currency, orders::OrderType};

/// The cost of a group in one currency.
#[derive(Debug, FromQueryResult)]
pub(super) struct CostRow {
    pub(super) report_key: Option<String>,
    pub(super) currency: Currency,
    pub(super) cost: i64,
    pub(super) paid_cost: i64,
    pub(super) expected_cost: i64,
}

const QUANTITY: &str = "(COALESCE(order_items.agent_quantity, order_items.quantity) - order_items.refunded_quantity)";
/// The number of pieces that the price of an item is for.
const PRICE_PER: &str = "CASE WHEN order_items.agent_price_minor IS NULL THEN order_items.price_per \
    ELSE COALESCE(order_items.agent_price_per, 1) END";

/// Adds up the cost. Takes two statements: one over items with a price, and one over payments to sellers.
pub(super) async fn load(scope: &AgentScope, selection: &Selection<'_>) -> Result<Vec<CostRow>, DbErr> {
    let mut rows: Vec<CostRow> = scope.all_as(priced_items(scope, selection)).await?;
    let paid: Vec<CostRow> = scope.all_as(paid_sellers(scope, selection)).await?;
    rows.extend(paid);
    Ok(rows)
}

/// The statuses of items that a client gets or will get.
fn live_statuses() -> String {
    let live = ItemStatus::ALL.iter().filter(|status| status.is_live());
    let names: Vec<String> = live.map(|status| format!("'{}'", status.as_str())).collect();
    names.join(", ")
}

/// An amount of the order in minor units of the payment's currency, rounded once, half to even. It is divided before it is
/// multiplied, so that no product exceeds 64 bits.
fn converted(minor: &str) -> String {
    let rate = "payments.unit_rate_millionths";
    let low = format!("(({minor}) % 1000000 * {rate})");
    let whole = format!("(({minor}) / 1000000 * {rate} + {low} / 1000000)");
    let rest = format!("{low} % 1000000");
    format!("({whole} + CASE WHEN {rest} > 500000 OR ({rest} = 500000 AND {whole} % 2 = 1) THEN 1 ELSE 0 END)")
}

/// The payments of standard orders, with their clients and the key of the report.
fn paid_orders(scope: &AgentScope, selection: &Selection<'_>) -> Select<payment::Entity> {
    let mut select = payment::Entity::find().select_only();
    let query = QueryTrait::query(&mut select);
    query.join(
        JoinType::InnerJoin,
        order::Entity.table_ref(),
        Expr::cust(
            "payments.document_type = 'order' AND orders.agent_id = payments.agent_id AND orders.id = payments.document_id",
        ),
    );
    query.join(
        JoinType::InnerJoin,
        entities::client::Entity.table_ref(),
        Expr::cust("clients.agent_id = orders.agent_id AND clients.id = orders.client_id"),
    );
    let time = (payment::Column::CreatedAt, "payments.created_at");
    let select = add_key(select, scope, selection, time)
        .filter(order::Column::OrderType.eq(OrderType::Standard))
        .column_as(payment::Column::Currency, "currency")
        .group_by(payment::Column::Currency);
    match selection.currency {
        Some(currency) => select.filter(payment::Column::Currency.eq(currency)),
        None => select,
    }
}

/// The cost of the items whose seller was not paid from a purchasing account.
fn priced_items(scope: &AgentScope, selection: &Selection<'_>) -> Select<payment::Entity> {
    let mut select = paid_orders(scope, selection);
    let query = QueryTrait::query(&mut select);
    query.join(
        JoinType::InnerJoin,
        order_item::Entity.table_ref(),
        Expr::cust("order_items.agent_id = orders.agent_id AND order_items.order_id = orders.id"),
    );
    query.join(
        JoinType::LeftJoin,
        purchase::Entity.table_ref(),
        Expr::cust("purchases.agent_id = order_items.agent_id AND purchases.id = order_items.purchase_id"),
    );
    let bought = order_item::value_sql("order_items.agent_bought_minor", QUANTITY, PRICE_PER);
    let price = "COALESCE(order_items.agent_price_minor, order_items.price_minor)";
    let quoted = order_item::value_sql(price, QUANTITY, PRICE_PER);
    // A price or a payment in another currency than the order's has no stated rate.
    let is_paid = "purchases.currency = orders.currency";
    let is_known = "order_items.agent_bought_minor IS NOT NULL AND order_items.currency = orders.currency";
    let is_live = format!("order_items.status IN ({})", live_statuses());
    let returned = ItemStatus::Returned.as_str();
    let expected = format!(
        "CASE WHEN {is_paid} THEN 0 WHEN NOT ({is_known}) AND {is_live} THEN {} ELSE 0 END",
        converted(&quoted)
    );
    let cost = format!(
        "CASE WHEN {is_paid} OR order_items.status = '{returned}' THEN 0 WHEN {is_known} THEN {} WHEN {is_live} THEN {} \
         ELSE 0 END",
        converted(&bought),
        converted(&quoted)
    );
    select
        .column_as(Expr::cust(total(&cost)), "cost")
        .column_as(Expr::cust("CAST(0 AS bigint)"), "paid_cost")
        .column_as(Expr::cust(total(&expected)), "expected_cost")
}

/// Selects the payments to sellers for orders, in the orders' currencies: without the prices of pieces that they took back, and
/// without the shipping within China, which clients paid separately.
fn paid_sellers(scope: &AgentScope, selection: &Selection<'_>) -> Select<payment::Entity> {
    let agent_id = scope.policy().agent_id();
    let mut select = paid_orders(scope, selection);
    let query = QueryTrait::query(&mut select);
    query.join_subquery(
        JoinType::InnerJoin,
        spent(agent_id),
        "spent",
        Expr::cust("spent.order_id = orders.id AND spent.currency = orders.currency"),
    );
    query.join_subquery(
        JoinType::LeftJoin,
        returned(agent_id),
        "returned",
        Expr::cust("returned.order_id = orders.id AND returned.currency = orders.currency"),
    );
    query.join_subquery(
        JoinType::LeftJoin,
        domestic(agent_id),
        "domestic",
        Expr::cust("domestic.order_id = orders.id"),
    );
    let deducted = "COALESCE(returned.minor, 0) + COALESCE(domestic.minor, 0)";
    let goods = format!("CASE WHEN spent.minor > {deducted} THEN spent.minor - ({deducted}) ELSE 0 END");
    let cost = total(&converted(&goods));
    select
        .column_as(Expr::cust(cost.clone()), "cost")
        .column_as(Expr::cust(cost), "paid_cost")
        .column_as(Expr::cust("CAST(0 AS bigint)"), "expected_cost")
}

/// The payments to sellers by order. A payment whose items are not known does not count: their prices do.
fn spent(agent_id: AgentId) -> SelectStatement {
    let has_items =
        "EXISTS (SELECT 1 FROM order_items i WHERE i.agent_id = purchases.agent_id AND i.purchase_id = purchases.id)";
    let select = purchase::Entity::find()
        .select_only()
        .column(purchase::Column::OrderId)
        .column(purchase::Column::Currency)
        .column_as(Expr::cust(total("purchases.amount_minor")), "minor")
        .filter(purchase::Column::AgentId.eq(agent_id))
        .filter(Expr::cust(has_items))
        .group_by(purchase::Column::OrderId)
        .group_by(purchase::Column::Currency);
    select.into_query()
}

/// The prices of the paid pieces that were returned to their sellers, by order.
fn returned(agent_id: AgentId) -> SelectStatement {
    let price = "COALESCE(order_items.agent_bought_minor, order_items.agent_price_minor, order_items.price_minor)";
    let select = order_item::Entity::find()
        .select_only()
        .column(order_item::Column::OrderId)
        .column(order_item::Column::Currency)
        .column_as(
            Expr::cust(total(&order_item::value_sql(price, QUANTITY, PRICE_PER))),
            "minor",
        )
        .filter(order_item::Column::AgentId.eq(agent_id))
        .filter(order_item::Column::Status.eq(ItemStatus::Returned))
        .filter(order_item::Column::PurchaseId.is_not_null())
        .group_by(order_item::Column::OrderId)
        .group_by(order_item::Column::Currency);
    select.into_query()
}

/// The shipping within China of the shops whose items were paid from purchasing accounts, by order.
fn domestic(agent_id: AgentId) -> SelectStatement {
    let is_paid = "EXISTS (SELECT 1 FROM order_items i WHERE i.agent_id = order_groups.agent_id \
                   AND i.order_id = order_groups.order_id AND i.group_id = order_groups.id AND i.purchase_id IS NOT NULL)";
    let select = order_group::Entity::find()
        .select_only()
        .column(order_group::Column::OrderId)
        .column_as(Expr::cust(total("order_groups.domestic_minor")), "minor")
        .filter(order_group::Column::AgentId.eq(agent_id))
        .filter(Expr::cust(is_paid))
        .group_by(order_group::Column::OrderId);
    select.into_query()
}
