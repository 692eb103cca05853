//! Recalculates the totals of existing orders, which were the sums of the clients' prices.
//!
//! Without a quote, the total is the sum of the live items at the agent's prices and quantities, with the shipping within China.
//! With a quote, it is the amount due, reduced by the refunded share of the payment.

use crate::helpers;
use sea_orm_migration::{
    prelude::*,
    sea_orm::{ConnectionTrait, Statement},
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// Orders of which a part of the payment was refunded.
const REFUNDED: &str = "SELECT o.id, o.total_minor, p.amount_minor, p.refunded_minor FROM orders o
    JOIN payments p ON p.document_type = 'order' AND p.document_id = o.id
    WHERE o.quote_id IS NOT NULL AND p.refunded_minor > 0 AND p.amount_minor > 0";

/// The share of the quote that is paid and not refunded. Half a minor unit is rounded to even.
fn remaining(due: i64, paid: i64, refunded: i64) -> i64 {
    let (exact, by) = (i128::from(due) * i128::from(paid - refunded), i128::from(paid));
    let (whole, twice) = (exact.div_euclid(by), exact.rem_euclid(by) * 2);
    let rounds_up = twice > by || (twice == by && whole % 2 != 0);
    <i64 as TryFrom<i128>>::try_from(whole + i128::from(rounds_up)).unwrap_or(due)
}

async fn deduct_refunds(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let (connection, backend) = (manager.get_connection(), manager.get_database_backend());
    let statement = |sql: &str, values: Vec<Value>| Statement::from_sql_and_values(backend, sql, values);
    for row in connection.query_all_raw(statement(REFUNDED, Vec::new())).await? {
        let id: i64 = row.try_get("", "id")?;
        let due: i64 = row.try_get("", "total_minor")?;
        let total = remaining(
            due,
            row.try_get("", "amount_minor")?,
            row.try_get("", "refunded_minor")?,
        );
        let update = "UPDATE orders SET total_minor = $1 WHERE id = $2";
        connection
            .execute_raw(statement(update, vec![total.into(), id.into()]))
            .await?;
    }
    Ok(())
}

const UP: &[&str] = &[
    "UPDATE orders SET total_minor = CAST(
        coalesce((SELECT sum(coalesce(i.agent_price_minor, i.price_minor) * coalesce(i.agent_quantity, i.quantity))
          FROM order_items i WHERE i.order_id = orders.id AND i.status NOT IN ('refused', 'returned', 'refunded')
          AND coalesce(i.agent_currency, i.currency) = orders.currency), 0)
        + coalesce((SELECT sum(g.domestic_minor) FROM order_groups g WHERE g.order_id = orders.id
          AND EXISTS (SELECT 1 FROM order_items i WHERE i.group_id = g.id
            AND i.status NOT IN ('refused', 'returned', 'refunded'))), 0) AS bigint),
      mixed_currencies = EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = orders.id
        AND i.status NOT IN ('refused', 'returned', 'refunded') AND coalesce(i.agent_currency, i.currency) <> orders.currency)
      WHERE quote_id IS NULL",
    "UPDATE orders SET total_minor = (SELECT q.due_minor FROM order_quotes q WHERE q.id = orders.quote_id),
      mixed_currencies = (1 = 0) WHERE quote_id IS NOT NULL",
];

// The earlier totals were wrong, so they are not restored.
const DOWN: &[&str] = &[];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::run(manager, UP).await?;
        deduct_refunds(manager).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::run(manager, DOWN).await
    }
}
