//! Checksums of the rows of both ledgers, and triggers that keep payments and refunds as they were booked.
//!
//! An account has the sum of the checksums of its entries, so the rows that exist need `karavan ledger:seal` once; `migrate` and
//! `serve` do that after this migration.

use crate::helpers;
use sea_orm_migration::{prelude::*, sea_orm::DbBackend};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE ledger_accounts ADD COLUMN checksum bigint NOT NULL DEFAULT 0",
    "ALTER TABLE service_accounts ADD COLUMN checksum bigint NOT NULL DEFAULT 0",
    "ALTER TABLE payments ADD COLUMN checksum bigint",
    "ALTER TABLE refunds ADD COLUMN checksum bigint",
];

const DOWN: &[&str] = &[
    "ALTER TABLE refunds DROP COLUMN checksum",
    "ALTER TABLE payments DROP COLUMN checksum",
    "ALTER TABLE service_accounts DROP COLUMN checksum",
    "ALTER TABLE ledger_accounts DROP COLUMN checksum",
];

/// Tables of which no row is ever deleted, with the columns that never change.
const BOOKED: &[(&str, &str)] = &[
    (
        "payments",
        "agent_id, client_id, document_type, document_id, entry_id, amount_minor, currency, goods_minor, domestic_minor, \
         commission_minor, services_minor, unit_rate_millionths, rate_gain_minor, method, created_at",
    ),
    (
        "refunds",
        "agent_id, client_id, payment_id, item_id, entry_id, amount_minor, currency, reason, rate_gain_minor, created_at",
    ),
    (
        "service_payments",
        "agent_id, user_id, amount_minor, idempotence_key, created_at",
    ),
];

/// Tables that are never emptied. Only PostgreSQL has `TRUNCATE`, which fires no trigger for rows.
const KEPT: &[&str] = &[
    "ledger_accounts",
    "ledger_entries",
    "ledger_postings",
    "service_accounts",
    "service_entries",
    "service_postings",
    "payments",
    "refunds",
    "service_payments",
];

fn create_triggers(backend: DbBackend) -> Vec<String> {
    let mut triggers = Vec::new();
    for (table, columns) in BOOKED {
        for (name, change) in [
            ("update", format!("UPDATE OF {columns}")),
            ("delete", "DELETE".to_owned()),
        ] {
            let (each, action) = if backend == DbBackend::Postgres {
                ("FOR EACH ROW", "EXECUTE FUNCTION refuse_change()".to_owned())
            } else {
                let refuse = format!("BEGIN SELECT RAISE(ABORT, 'rows of {table} are never changed'); END");
                ("", refuse)
            };
            triggers.push(format!(
                "CREATE TRIGGER {table}_booked_{name} BEFORE {change} ON {table} {each} {action}"
            ));
        }
    }
    if backend == DbBackend::Postgres {
        triggers.extend(KEPT.iter().map(|table| {
            format!(
                "CREATE TRIGGER {table}_kept BEFORE TRUNCATE ON {table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
            )
        }));
    }
    triggers
}

fn drop_triggers(backend: DbBackend) -> Vec<String> {
    let is_postgres = backend == DbBackend::Postgres;
    let on = |table: &str| {
        if is_postgres {
            format!(" ON {table}")
        } else {
            String::new()
        }
    };
    let booked = BOOKED.iter().flat_map(|(table, _)| {
        ["update", "delete"].map(|name| format!("DROP TRIGGER {table}_booked_{name}{}", on(table)))
    });
    let kept = KEPT.iter().filter(|_| is_postgres);
    let kept = kept.map(|table| format!("DROP TRIGGER {table}_kept{}", on(table)));
    booked.chain(kept).collect()
}

async fn run_all(manager: &SchemaManager<'_>, statements: Vec<String>) -> Result<(), DbErr> {
    for statement in statements {
        manager.get_connection().execute_unprepared(&statement).await?;
    }
    Ok(())
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::run(manager, UP).await?;
        run_all(manager, create_triggers(manager.get_database_backend())).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run_all(manager, drop_triggers(manager.get_database_backend())).await?;
        helpers::run(manager, DOWN).await
    }
}
