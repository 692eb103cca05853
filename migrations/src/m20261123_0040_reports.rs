//! What reports add up: the parts of a payment, the rate gain, and the rate to convert the cost of its goods.
//!
//! Payments from before get their parts and their rate from the calculation stored with the quote. Their rate gain stays
//! unknown, because no reference rate was stored.

use crate::helpers;
use sea_orm_migration::{prelude::*, sea_orm::DbBackend};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    // The rate of the source, without the agent's markup, when the quote was made.
    "ALTER TABLE order_quotes ADD COLUMN reference_rate text",
    "ALTER TABLE payments ADD COLUMN goods_minor bigint NOT NULL DEFAULT 0",
    "ALTER TABLE payments ADD COLUMN domestic_minor bigint NOT NULL DEFAULT 0",
    "ALTER TABLE payments ADD COLUMN commission_minor bigint NOT NULL DEFAULT 0",
    "ALTER TABLE payments ADD COLUMN services_minor bigint NOT NULL DEFAULT 0",
    // Minor units of the payment's currency for one minor unit of the order's currency, in millionths.
    "ALTER TABLE payments ADD COLUMN unit_rate_millionths bigint NOT NULL DEFAULT 1000000",
    "ALTER TABLE payments ADD COLUMN rate_gain_minor bigint",
    "ALTER TABLE refunds ADD COLUMN rate_gain_minor bigint",
    "CREATE INDEX ix_ledger_entries_agent_id_created_at ON ledger_entries (agent_id, created_at)",
    "CREATE INDEX ix_payments_entry_id ON payments (entry_id)",
    "CREATE INDEX ix_payments_agent_id_created_at ON payments (agent_id, created_at)",
    "CREATE INDEX ix_refunds_entry_id ON refunds (entry_id)",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_refunds_entry_id",
    "DROP INDEX ix_payments_agent_id_created_at",
    "DROP INDEX ix_payments_entry_id",
    "DROP INDEX ix_ledger_entries_agent_id_created_at",
    "ALTER TABLE refunds DROP COLUMN rate_gain_minor",
    "ALTER TABLE payments DROP COLUMN rate_gain_minor",
    "ALTER TABLE payments DROP COLUMN unit_rate_millionths",
    "ALTER TABLE payments DROP COLUMN services_minor",
    "ALTER TABLE payments DROP COLUMN commission_minor",
    "ALTER TABLE payments DROP COLUMN domestic_minor",
    "ALTER TABLE payments DROP COLUMN goods_minor",
    "ALTER TABLE order_quotes DROP COLUMN reference_rate",
];

/// The charges of one kind in the quote of a paid order, in minor units of the payment's currency. The amounts are decimal
/// texts with the places of their currency, so that they become minor units without their point.
fn quoted_part(backend: DbBackend, kind: &str) -> String {
    let charges = match backend {
        DbBackend::Postgres => "json_array_elements(CAST(q.calculation AS json) -> 'charges') AS c (value)",
        _ => "json_each(q.calculation, '$.charges') AS c",
    };
    format!(
        "(SELECT CAST(coalesce(sum(CAST(replace(CASE WHEN q.currency = payments.currency
            THEN c.value -> 'amount' ->> 'amount' ELSE c.value -> 'in_rub' ->> 'amount' END, '.', '') AS bigint)), 0) AS bigint)
          FROM orders o JOIN order_quotes q ON q.id = o.quote_id CROSS JOIN {charges}
          WHERE o.id = payments.document_id AND c.value ->> 'kind' = '{kind}'
            AND CAST(c.value ->> 'estimated' AS text) IN ('false', '0'))"
    )
}

/// Fills the new columns of the payments of orders.
fn fill_payments(backend: DbBackend) -> String {
    let part = |kind| quoted_part(backend, kind);
    format!(
        "UPDATE payments SET goods_minor = {}, domestic_minor = {}, commission_minor = {}, services_minor = {},
          unit_rate_millionths = coalesce((SELECT CASE WHEN q.currency = payments.currency THEN 1000000
              ELSE CAST(round(CAST(q.rate AS numeric) * 1000000) AS bigint)
                * CASE WHEN q.currency IN ('JPY', 'KRW') THEN 100 ELSE 1 END END
            FROM orders o JOIN order_quotes q ON q.id = o.quote_id WHERE o.id = payments.document_id), 1000000)
          WHERE document_type = 'order'",
        part("goods"),
        part("domestic"),
        part("commission"),
        part("services")
    )
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::run(manager, UP).await?;
        helpers::run(manager, &[&fill_payments(manager.get_database_backend())]).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::run(manager, DOWN).await
    }
}
