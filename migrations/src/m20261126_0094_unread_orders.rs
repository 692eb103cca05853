//! What each person has read of an order, in place of one flag per side.
//!
//! The previous version knows the flags only. While both versions run, triggers keep the flags and the numbers of activities in
//! step. The flags, their index and the triggers are removed one release later.

use crate::helpers;
use sea_orm_migration::{prelude::*, sea_orm::DbBackend};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const TABLES: &[&str] = &[
    "ALTER TABLE orders ADD COLUMN client_activity bigint NOT NULL DEFAULT 0",
    "ALTER TABLE orders ADD COLUMN client_activity_at {time}",
    "ALTER TABLE orders ADD COLUMN staff_activity bigint NOT NULL DEFAULT 0",
    "ALTER TABLE orders ADD COLUMN staff_activity_at {time}",
    "CREATE TABLE order_reads (
      {id},
      agent_id bigint NOT NULL,
      client_id bigint NOT NULL,
      order_id bigint NOT NULL,
      side text NOT NULL CHECK (side IN ('client', 'staff')),
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      seen_activity bigint NOT NULL CHECK (seen_activity >= 0),
      read_at {time} NOT NULL {now},
      CONSTRAINT uq_order_reads_order_id_side_user_id UNIQUE (order_id, side, user_id),
      CONSTRAINT fk_order_reads_order FOREIGN KEY (agent_id, client_id, order_id) \
        REFERENCES orders (agent_id, client_id, id) ON DELETE CASCADE
    )",
    "CREATE INDEX ix_order_reads_read_at ON order_reads (read_at)",
    "CREATE INDEX ix_order_reads_user_id ON order_reads (user_id, side, order_id, seen_activity)",
    // What is unread stays unread for everybody, however long ago it happened.
    "UPDATE orders SET client_activity = 1, client_activity_at = {moment} WHERE unread_by_agent",
    "UPDATE orders SET staff_activity = 1, staff_activity_at = {moment} WHERE unread_by_client",
    "CREATE INDEX ix_orders_client_activity_at ON orders (agent_id, client_activity_at) WHERE client_activity_at IS NOT NULL",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_orders_client_activity_at",
    "DROP TABLE order_reads",
    "ALTER TABLE orders DROP COLUMN staff_activity_at",
    "ALTER TABLE orders DROP COLUMN staff_activity",
    "ALTER TABLE orders DROP COLUMN client_activity_at",
    "ALTER TABLE orders DROP COLUMN client_activity",
];

/// Each side's columns, the flag of the other side, and the name of the other side in `order_reads`.
const SIDES: [(&str, &str, &str); 2] = [
    ("client_activity", "unread_by_agent", "staff"),
    ("staff_activity", "unread_by_client", "client"),
];

/// The trigger functions of PostgreSQL. `orders_activity` sets the flag that the previous version reads, `orders_old_activity`
/// counts an activity that the previous version has written, and `orders_old_read` clears the flag when somebody reads.
fn postgres_statements() -> Vec<String> {
    let mut statements = vec!["CREATE FUNCTION orders_old_read() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF NEW.side = 'staff' THEN UPDATE orders SET unread_by_agent = false WHERE id = NEW.order_id AND unread_by_agent;
          ELSE UPDATE orders SET unread_by_client = false WHERE id = NEW.order_id AND unread_by_client; END IF;
          RETURN NULL; END $$"
        .to_owned()];
    for (activity, flag, _) in SIDES {
        statements.extend([
            format!(
                "CREATE FUNCTION orders_{activity}() RETURNS trigger LANGUAGE plpgsql AS \
                 $$ BEGIN NEW.{flag} := NEW.{activity}_at IS NOT NULL; RETURN NEW; END $$"
            ),
            format!(
                "CREATE FUNCTION orders_old_{activity}() RETURNS trigger LANGUAGE plpgsql AS \
                 $$ BEGIN NEW.{activity} := NEW.{activity} + 1; NEW.{activity}_at := NEW.last_activity_at; RETURN NEW; END $$"
            ),
            format!(
                "CREATE TRIGGER orders_{activity} BEFORE UPDATE OF {activity} ON orders FOR EACH ROW EXECUTE FUNCTION orders_{activity}()"
            ),
            format!(
                "CREATE TRIGGER orders_new_{activity} BEFORE INSERT ON orders FOR EACH ROW WHEN (NEW.{activity} > 0) \
                 EXECUTE FUNCTION orders_{activity}()"
            ),
            format!(
                "CREATE TRIGGER orders_old_{activity} BEFORE UPDATE OF {flag} ON orders FOR EACH ROW \
                 WHEN (NEW.{flag} AND NEW.status <> 'draft' AND NEW.last_activity_at <> OLD.last_activity_at) \
                 EXECUTE FUNCTION orders_old_{activity}()"
            ),
            format!(
                "CREATE TRIGGER orders_old_new_{activity} BEFORE INSERT ON orders FOR EACH ROW \
                 WHEN (NEW.{flag} AND NEW.{activity} = 0) EXECUTE FUNCTION orders_old_{activity}()"
            ),
        ]);
    }
    statements.push(
        "CREATE TRIGGER order_reads_old AFTER INSERT OR UPDATE ON order_reads FOR EACH ROW EXECUTE FUNCTION orders_old_read()"
            .to_owned(),
    );
    statements
}

/// The same triggers of SQLite. A trigger does not run again for the change that it makes itself, and the change of another
/// trigger leaves `last_activity_at` as it is.
fn sqlite_statements() -> Vec<String> {
    let mut statements = Vec::new();
    for (activity, flag, reader) in SIDES {
        let set_flag = format!("BEGIN UPDATE orders SET {flag} = NEW.{activity}_at IS NOT NULL WHERE id = NEW.id; END");
        let count = format!(
            "BEGIN UPDATE orders SET {activity} = {activity} + 1, {activity}_at = NEW.last_activity_at WHERE id = NEW.id; END"
        );
        statements.extend([
            format!("CREATE TRIGGER orders_{activity} AFTER UPDATE OF {activity} ON orders {set_flag}"),
            format!("CREATE TRIGGER orders_new_{activity} AFTER INSERT ON orders WHEN NEW.{activity} > 0 {set_flag}"),
            format!(
                "CREATE TRIGGER orders_old_{activity} AFTER UPDATE OF {flag} ON orders \
                 WHEN NEW.{flag} AND NEW.status <> 'draft' AND NEW.last_activity_at <> OLD.last_activity_at {count}"
            ),
            format!(
                "CREATE TRIGGER orders_old_new_{activity} AFTER INSERT ON orders WHEN NEW.{flag} AND NEW.{activity} = 0 {count}"
            ),
        ]);
        for (name, event) in [("insert", "INSERT"), ("update", "UPDATE")] {
            statements.push(format!(
                "CREATE TRIGGER order_reads_{name}_{flag} AFTER {event} ON order_reads WHEN NEW.side = '{reader}' \
                 BEGIN UPDATE orders SET {flag} = false WHERE id = NEW.order_id AND {flag}; END"
            ));
        }
    }
    statements
}

fn drop_triggers(is_postgres: bool) -> Vec<String> {
    let mut statements = Vec::new();
    for (activity, _, _) in SIDES {
        for trigger in ["orders_", "orders_new_", "orders_old_", "orders_old_new_"] {
            let table = if is_postgres { " ON orders" } else { "" };
            statements.push(format!("DROP TRIGGER {trigger}{activity}{table}"));
        }
        if is_postgres {
            statements.push(format!("DROP FUNCTION orders_{activity}()"));
            statements.push(format!("DROP FUNCTION orders_old_{activity}()"));
        }
    }
    if is_postgres {
        statements.push("DROP TRIGGER order_reads_old ON order_reads".to_owned());
        statements.push("DROP FUNCTION orders_old_read()".to_owned());
    }
    statements
}

async fn run_all(manager: &SchemaManager<'_>, statements: &[String]) -> Result<(), DbErr> {
    let statements: Vec<&str> = statements.iter().map(String::as_str).collect();
    helpers::run(manager, &statements).await
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let is_postgres = manager.get_database_backend() == DbBackend::Postgres;
        let moment = if is_postgres {
            "CURRENT_TIMESTAMP"
        } else {
            "strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')"
        };
        let tables: Vec<String> = TABLES
            .iter()
            .map(|statement| statement.replace("{moment}", moment))
            .collect();
        run_all(manager, &tables).await?;
        let triggers = if is_postgres {
            postgres_statements()
        } else {
            sqlite_statements()
        };
        run_all(manager, &triggers).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let is_postgres = manager.get_database_backend() == DbBackend::Postgres;
        run_all(manager, &drop_triggers(is_postgres)).await?;
        helpers::run(manager, DOWN).await
    }
}
