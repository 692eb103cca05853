//! The events of the feed. Triggers write an entry for every change of an object that the API shows, in its transaction, so that
//! no operation can forget it and it costs no statement. The server publishes the entries: it gives each event its place in the
//! feeds of the agent and of the client.

use crate::helpers;
use sea_orm_migration::{prelude::*, sea_orm::DbBackend};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const TABLES: &[&str] = &[
    "CREATE TABLE event_outbox (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint,
      object text NOT NULL,
      object_id bigint NOT NULL,
      order_id bigint,
      order_status text,
      shipment_id bigint,
      change text NOT NULL CHECK (change IN ('created', 'changed', 'deleted')),
      old_state text,
      new_state text,
      changed_at {time}
    )",
    "CREATE INDEX ix_event_outbox_agent_id ON event_outbox (agent_id, id)",
    "CREATE TABLE events (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      client_id bigint,
      staff_sequence bigint,
      client_sequence bigint,
      kind text NOT NULL,
      object_id bigint NOT NULL,
      number text,
      order_id bigint,
      shipment_id bigint,
      old_state text,
      new_state text,
      changed_at {time} NOT NULL,
      published_at {time} NOT NULL,
      CONSTRAINT uq_events_agent_id_staff_sequence UNIQUE (agent_id, staff_sequence),
      CONSTRAINT uq_events_client_id_client_sequence UNIQUE (client_id, client_sequence),
      CONSTRAINT fk_events_client FOREIGN KEY (agent_id, client_id) REFERENCES clients (agent_id, id) ON DELETE CASCADE
    )",
    "CREATE INDEX ix_events_published_at ON events (published_at)",
    "CREATE TABLE event_positions (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      client_id bigint,
      last_sequence bigint NOT NULL CHECK (last_sequence >= 0),
      CONSTRAINT fk_event_positions_client FOREIGN KEY (agent_id, client_id) REFERENCES clients (agent_id, id) ON DELETE CASCADE
    )",
    "CREATE UNIQUE INDEX uq_event_positions_agent_id ON event_positions (agent_id) WHERE client_id IS NULL",
    "CREATE UNIQUE INDEX uq_event_positions_client_id ON event_positions (client_id) WHERE client_id IS NOT NULL",
];

/// A table whose changes are events. Expressions contain `{row}` for the written row.
struct Source {
    table: &'static str,
    object: &'static str,
    object_id: &'static str,
    client: &'static str,
    order: &'static str,
    order_status: &'static str,
    shipment: &'static str,
    /// The state of an object with a lifecycle.
    state: &'static str,
    created_at: &'static str,
    updated_at: &'static str,
    /// Updates of these columns are events; without columns, only insertions.
    columns: Option<&'static str>,
    /// Deletions are events.
    is_deletable: bool,
    /// Only such rows count.
    when: Option<&'static str>,
}

/// A table with a state and a time of its last change, which every update sets.
const OBJECT: Source = Source {
    table: "",
    object: "",
    object_id: "{row}.id",
    client: "{row}.client_id",
    order: "NULL",
    order_status: "NULL",
    shipment: "NULL",
    state: "{row}.status",
    created_at: "{row}.created_at",
    updated_at: "{row}.updated_at",
    columns: Some("status, updated_at"),
    is_deletable: true,
    when: None,
};

const ORDER_STATUS: &str = "(SELECT status FROM orders WHERE id = {row}.order_id)";

const SOURCES: &[Source] = &[
    Source {
        table: "orders",
        object: "order",
        order: "{row}.id",
        ..OBJECT
    },
    Source {
        table: "order_items",
        object: "item",
        order: "{row}.order_id",
        order_status: ORDER_STATUS,
        ..OBJECT
    },
    Source {
        table: "shipments",
        object: "shipment",
        shipment: "{row}.id",
        ..OBJECT
    },
    Source {
        table: "deliveries",
        object: "delivery",
        client: "NULL",
        ..OBJECT
    },
    Source {
        table: "shipping_requests",
        object: "shipping_request",
        ..OBJECT
    },
    Source {
        table: "balance_requests",
        object: "topup",
        ..OBJECT
    },
    Source {
        table: "wallet_topups",
        object: "wallet_topup",
        ..OBJECT
    },
    Source {
        table: "withdrawals",
        object: "withdrawal",
        ..OBJECT
    },
    Source {
        table: "clients",
        object: "client",
        client: "{row}.id",
        state: "NULL",
        columns: Some("updated_at"),
        ..OBJECT
    },
    Source {
        table: "chat_messages",
        object: "message",
        order: "{row}.order_id",
        order_status: ORDER_STATUS,
        state: "NULL",
        updated_at: "{row}.edited_at",
        columns: Some("body, edited_at"),
        ..OBJECT
    },
    Source {
        table: "payments",
        object: "payment",
        order: "CASE {row}.document_type WHEN 'order' THEN {row}.document_id END",
        shipment: "CASE {row}.document_type WHEN 'shipment' THEN {row}.document_id END",
        state: "NULL",
        updated_at: "NULL",
        columns: Some("refunded_minor"),
        is_deletable: false,
        ..OBJECT
    },
    Source {
        table: "ledger_accounts",
        object: "balance",
        object_id: "{row}.client_id",
        state: "NULL",
        updated_at: "NULL",
        columns: Some("balance_minor"),
        is_deletable: false,
        when: Some("{row}.client_id IS NOT NULL"),
        ..OBJECT
    },
];

/// The name, the event and the action of a trigger.
fn triggers(source: &Source) -> Vec<(String, String, String)> {
    let state = |row: &str| source.state.replace("{row}", row);
    let entry = |row: &str, change: &str, old: &str, new: &str, at: &str| {
        let Source {
            object,
            object_id,
            client,
            order,
            order_status,
            shipment,
            ..
        } = source;
        let values = format!(
            "{{row}}.agent_id, {client}, '{object}', {object_id}, {order}, {order_status}, {shipment}, '{change}', {old}, {new}, {at}"
        );
        format!(
            "INSERT INTO event_outbox (agent_id, client_id, object, object_id, order_id, order_status, shipment_id, change, \
             old_state, new_state, changed_at) VALUES ({})",
            values.replace("{row}", row)
        )
    };
    let table = source.table;
    let created = entry("NEW", "created", "NULL", &state("NEW"), source.created_at);
    let mut triggers = vec![(format!("{table}_created_event"), "AFTER INSERT".to_owned(), created)];
    if let Some(columns) = source.columns {
        let changed = entry("NEW", "changed", &state("OLD"), &state("NEW"), source.updated_at);
        triggers.push((
            format!("{table}_changed_event"),
            format!("AFTER UPDATE OF {columns}"),
            changed,
        ));
    }
    if source.is_deletable {
        let deleted = entry("OLD", "deleted", &state("OLD"), "NULL", "NULL");
        triggers.push((format!("{table}_deleted_event"), "AFTER DELETE".to_owned(), deleted));
    }
    triggers
}

fn create_triggers(is_postgres: bool) -> Vec<String> {
    let mut statements = Vec::new();
    for source in SOURCES {
        let table = source.table;
        for (name, event, action) in triggers(source) {
            let when = source
                .when
                .map(|when| format!("WHEN ({})", when.replace("{row}", "NEW")));
            let when = when.unwrap_or_default();
            if is_postgres {
                statements.push(format!(
                    "CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {action}; RETURN NULL; END $$"
                ));
                statements.push(format!(
                    "CREATE TRIGGER {name} {event} ON {table} FOR EACH ROW {when} EXECUTE FUNCTION {name}()"
                ));
            } else {
                statements.push(format!(
                    "CREATE TRIGGER {name} {event} ON {table} {when} BEGIN {action}; END"
                ));
            }
        }
    }
    statements
}

fn drop_triggers(is_postgres: bool) -> Vec<String> {
    let mut statements = Vec::new();
    for source in SOURCES {
        for (name, _, _) in triggers(source) {
            if is_postgres {
                statements.push(format!("DROP TRIGGER {name} ON {}", source.table));
                statements.push(format!("DROP FUNCTION {name}()"));
            } else {
                statements.push(format!("DROP TRIGGER {name}"));
            }
        }
    }
    statements
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
        helpers::run(manager, TABLES).await?;
        run_all(
            manager,
            create_triggers(manager.get_database_backend() == DbBackend::Postgres),
        )
        .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run_all(
            manager,
            drop_triggers(manager.get_database_backend() == DbBackend::Postgres),
        )
        .await?;
        helpers::drop(manager, &["event_positions", "events", "event_outbox"]).await
    }
}
