//! What orders are charged apart from their quotes: shares of shipments with a price, and services that were paid at once. The
//! totals of orders include them.

use crate::helpers;
use sea_orm_migration::{
    prelude::*,
    sea_orm::{ConnectionTrait, FromQueryResult, Statement},
};
use std::collections::BTreeMap;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "CREATE TABLE order_charges (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      order_id bigint NOT NULL,
      shipment_id bigint,
      item_service_id bigint,
      amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
      rub_minor bigint CHECK (rub_minor >= 0),
      refunded_at {time},
      created_at {time} NOT NULL {now},
      CONSTRAINT ck_order_charges_document CHECK ((shipment_id IS NULL) <> (item_service_id IS NULL)),
      CONSTRAINT uq_order_charges_order_id_shipment_id UNIQUE (order_id, shipment_id),
      CONSTRAINT uq_order_charges_item_service_id UNIQUE (item_service_id),
      CONSTRAINT fk_order_charges_order FOREIGN KEY (agent_id, client_id, order_id) \
      REFERENCES orders (agent_id, client_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_order_charges_shipment FOREIGN KEY (agent_id, client_id, shipment_id) \
      REFERENCES shipments (agent_id, client_id, id) ON DELETE CASCADE,
      CONSTRAINT fk_order_charges_service FOREIGN KEY (agent_id, client_id, item_service_id) \
      REFERENCES order_item_services (agent_id, client_id, id) ON DELETE CASCADE
    )",
    "CREATE INDEX ix_order_charges_shipment_id ON order_charges (shipment_id) WHERE shipment_id IS NOT NULL",
    // A service is charged in the currency of its order. What was paid in rubles is the posting; else the quote has the rate.
    "INSERT INTO order_charges (agent_id, client_id, order_id, item_service_id, amount_minor, rub_minor, refunded_at, created_at)
      SELECT s.agent_id, s.client_id, s.order_id, s.id, s.unit_price_minor * s.qty,
        CASE WHEN p.currency = 'RUB' THEN abs(p.amount_minor)
          ELSE CAST(round(s.unit_price_minor * s.qty * CAST(q.rate AS numeric)) AS bigint) END,
        CASE WHEN s.status = 'canceled' THEN coalesce(s.canceled_at, s.updated_at) END, s.created_at
      FROM order_item_services s
      JOIN ledger_postings p ON p.entry_id = s.entry_id AND p.client_id = s.client_id
      JOIN orders o ON o.id = s.order_id
      LEFT JOIN order_quotes q ON q.id = o.quote_id",
];

/// Items of shipments with a price, which are not canceled.
const SHIPPED_ITEMS: &str = "SELECT h.id AS shipment_id, h.agent_id, h.client_id, i.order_id, o.currency AS order_currency,
    h.currency AS shipment_currency, h.delivery_cost_minor AS cost_minor, h.cost_rub_minor, q.rate, c.quantity, i.weight_grams
    FROM shipments h
    JOIN shipment_items c ON c.shipment_id = h.id AND c.released_at IS NULL
    JOIN order_items i ON i.id = c.item_id
    JOIN orders o ON o.id = i.order_id
    LEFT JOIN order_quotes q ON q.id = o.quote_id
    WHERE h.delivery_cost_minor IS NOT NULL AND h.cost_rub_minor IS NOT NULL AND h.status <> 'canceled'
    ORDER BY h.id, i.order_id";

const ADD_TO_TOTALS: &str = "UPDATE orders SET total_minor = total_minor + (SELECT CAST(sum(c.amount_minor) AS bigint)
    FROM order_charges c WHERE c.order_id = orders.id AND c.refunded_at IS NULL)
    WHERE id IN (SELECT c.order_id FROM order_charges c WHERE c.refunded_at IS NULL)";

#[derive(FromQueryResult)]
struct ShippedItem {
    shipment_id: i64,
    agent_id: i64,
    client_id: i64,
    order_id: i64,
    order_currency: String,
    shipment_currency: String,
    cost_minor: i64,
    cost_rub_minor: i64,
    rate: Option<String>,
    quantity: i32,
    weight_grams: Option<i64>,
}

/// A rate as a whole number of millionths.
fn millionths(rate: &str) -> Option<i128> {
    let (whole, fraction) = rate.split_once('.').unwrap_or((rate, ""));
    format!("{whole}{fraction:0<6}").parse().ok()
}

/// Divides and rounds half to even.
fn divide(exact: i128, by: i128) -> i128 {
    let (whole, twice) = (exact.div_euclid(by), exact.rem_euclid(by) * 2);
    whole + i128::from(twice > by || (twice == by && whole % 2 != 0))
}

/// The sum in the currency of the order. Without a rate it stays unknown, and nothing is charged.
fn in_order_currency(item: &ShippedItem, share: i128, share_rub: i128) -> Option<i128> {
    if item.order_currency == item.shipment_currency {
        return Some(share);
    }
    if item.order_currency == "RUB" {
        return Some(share_rub);
    }
    let rate = item.rate.as_deref().and_then(millionths).filter(|rate| *rate > 0)?;
    Some(divide(share_rub * 1_000_000, rate))
}

/// Divides the price of a shipment between its orders: by weight, or by pieces if not all weights are known.
fn charges(items: &[ShippedItem]) -> Vec<(&ShippedItem, i128, i128)> {
    let is_weighed = items
        .iter()
        .all(|item| item.weight_grams.is_some_and(|grams| grams > 0));
    let weight = |item: &ShippedItem| match item.weight_grams {
        Some(grams) if is_weighed => i128::from(grams),
        _ => i128::from(item.quantity),
    };
    let total: i128 = Ord::max(items.iter().map(weight).sum(), 1);
    let mut of_orders = BTreeMap::<i64, (&ShippedItem, i128)>::new();
    for item in items {
        of_orders.entry(item.order_id).or_insert((item, 0)).1 += weight(item);
    }
    let (mut before, mut charges) = (0, Vec::new());
    for (item, weight) in of_orders.into_values() {
        let share = |cost: i64| {
            let up_to = |weight| divide(i128::from(cost) * weight, total);
            up_to(before + weight) - up_to(before)
        };
        let (own, rub) = (share(item.cost_minor), share(item.cost_rub_minor));
        charges.extend(in_order_currency(item, own, rub).map(|own| (item, own, rub)));
        before += weight;
    }
    charges
}

async fn charge_shipments(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let (connection, backend) = (manager.get_connection(), manager.get_database_backend());
    let items = ShippedItem::find_by_statement(Statement::from_string(backend, SHIPPED_ITEMS))
        .all(connection)
        .await?;
    for shipment in items.chunk_by(|one, next| one.shipment_id == next.shipment_id) {
        for (item, own, rub) in charges(shipment) {
            let insert = format!(
                "INSERT INTO order_charges (agent_id, client_id, order_id, shipment_id, amount_minor, rub_minor) \
                 VALUES ({}, {}, {}, {}, {own}, {rub})",
                item.agent_id, item.client_id, item.order_id, item.shipment_id
            );
            connection.execute_unprepared(&insert).await?;
        }
    }
    connection.execute_unprepared(ADD_TO_TOTALS).await.map(drop)
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::run(manager, UP).await?;
        charge_shipments(manager).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let subtract = ADD_TO_TOTALS.replace("total_minor + (", "total_minor - (");
        manager.get_connection().execute_unprepared(&subtract).await?;
        helpers::drop(manager, &["order_charges"]).await
    }
}
