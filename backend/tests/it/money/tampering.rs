//! Rows of the ledgers that are changed, removed or added past the program are found, also if balances and sums agree.

use crate::{
    orders::lifecycle::{adjust_balance, order_card, paid_order},
    settings::add_entry,
    shipments::{choose_cash_on_receipt, deliver, item_in_warehouse, quoted_shipment},
    support::{App, on_both},
};
use books::{audit, billing::operator};
use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbBackend, Statement};
use serde_json::json;
use shared_types::id::AgentId;

/// The tables that are changed, parents first.
const TABLES: [&str; 9] = [
    "ledger_accounts",
    "ledger_entries",
    "ledger_postings",
    "payments",
    "refunds",
    "service_accounts",
    "service_entries",
    "service_postings",
    "service_payments",
];

/// Changes that leave the sums as they were, or adapt them.
const CHANGES: &[&str] = &[
    "UPDATE ledger_entries SET memo = 'x' WHERE id = 1",
    "UPDATE ledger_entries SET created_at = '2026-01-01T00:00:00+00:00' WHERE id = 1",
    "UPDATE ledger_entries SET actor_user_id = NULL WHERE kind = 'adjustment'",
    "UPDATE ledger_entries SET document_id = document_id + 1 WHERE kind = 'purchase'",
    "UPDATE ledger_postings SET amount_minor = amount_minor * 2 WHERE entry_id = (SELECT id FROM ledger_entries WHERE kind = 'purchase')",
    "UPDATE ledger_postings SET amount_minor = amount_minor * 2 \
     WHERE entry_id IN (SELECT entry_id FROM payments WHERE method = 'cash')",
    "UPDATE ledger_postings SET account_id = (SELECT min(id) FROM ledger_accounts WHERE kind = 'cash_box' AND name = '') \
     WHERE account_id IN (SELECT id FROM ledger_accounts WHERE kind = 'revenue')",
    "UPDATE ledger_accounts SET client_id = 2 WHERE client_id = 1 AND currency = 'RUB'",
    "UPDATE ledger_accounts SET checksum = 0 WHERE kind = 'client'",
    // A purchase vanishes with its postings, and no balance depends on it.
    "DELETE FROM ledger_postings WHERE entry_id IN (SELECT id FROM ledger_entries WHERE kind = 'purchase'); \
     DELETE FROM ledger_entries WHERE kind = 'purchase'",
    // A correction vanishes, and the balance is adapted.
    "DELETE FROM ledger_postings WHERE entry_id = (SELECT max(id) FROM ledger_entries WHERE kind = 'adjustment'); \
     DELETE FROM ledger_entries WHERE id = (SELECT max(id) FROM ledger_entries WHERE kind = 'adjustment'); \
     UPDATE ledger_accounts SET balance_minor = (SELECT coalesce(sum(amount_minor), 0) FROM ledger_postings p \
     WHERE p.account_id = ledger_accounts.id) WHERE kind = 'client'",
    "DELETE FROM ledger_entries WHERE kind = 'order_payment'",
    "DELETE FROM ledger_postings; DELETE FROM ledger_entries; UPDATE ledger_accounts SET balance_minor = 0",
    "DELETE FROM ledger_accounts WHERE kind = 'client'",
    // An entry that the program did not post.
    "INSERT INTO ledger_entries (id, agent_id, kind, document_type, document_id) VALUES (900, 1, 'purchase', 'order', 1); \
     INSERT INTO ledger_postings (id, agent_id, entry_id, account_id, amount_minor, currency) \
     SELECT 900, 1, 900, id, 5, 'CNY' FROM ledger_accounts WHERE kind = 'suspense' AND name = 'purchases'; \
     INSERT INTO ledger_postings (id, agent_id, entry_id, account_id, amount_minor, currency) \
     SELECT 901, 1, 900, id, -5, 'CNY' FROM ledger_accounts WHERE name LIKE 'purchasing:%'",
    "UPDATE payments SET amount_minor = amount_minor + 1",
    "UPDATE payments SET goods_minor = goods_minor - 1, commission_minor = commission_minor + 1 WHERE document_type = 'order'",
    "UPDATE payments SET refunded_minor = 0",
    "UPDATE payments SET checksum = NULL",
    "DELETE FROM payments WHERE method = 'cash'",
    "DELETE FROM payments; DELETE FROM refunds",
    "UPDATE refunds SET reason = 'x'",
    "UPDATE refunds SET amount_minor = amount_minor - 1; UPDATE payments SET refunded_minor = refunded_minor - 1 \
     WHERE refunded_minor > 0",
    "DELETE FROM refunds; UPDATE payments SET refunded_minor = 0",
    "UPDATE service_entries SET memo = 'x'",
    "UPDATE service_postings SET amount_minor = amount_minor * 2 WHERE account = 'cash'",
    "DELETE FROM service_postings; DELETE FROM service_entries; UPDATE service_accounts SET balance_minor = 0",
    "DELETE FROM service_postings; DELETE FROM service_entries; DELETE FROM service_accounts",
    "UPDATE service_payments SET amount_minor = amount_minor + 1",
    "DELETE FROM service_payments",
];

/// Statements that the triggers refuse on both databases.
const REFUSED: &[&str] = &[
    "UPDATE payments SET amount_minor = amount_minor + 1",
    "UPDATE payments SET method = 'cash'",
    "DELETE FROM payments",
    "UPDATE refunds SET reason = 'x'",
    "DELETE FROM refunds",
    "UPDATE service_payments SET amount_minor = amount_minor + 1",
    "DELETE FROM service_payments",
    "DELETE FROM service_entries",
];

/// Every kind of row: corrections, payments from a balance and in cash, a refund, a purchase, and both kinds of top-up of a service
/// account.
async fn book_everything(app: &App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = paid_order(app).await;
    let card = order_card(&owner, order).await;
    let account = json!({"marketplace": "1688", "login": "lotus-buy", "comment": "", "currency": "CNY", "limit": null});
    let account = add_entry(&owner, "purchasing-accounts", account).await;
    let _ = owner
        .post(
            &format!("/agent/purchasing-accounts/{account}/deposits"),
            json!({"amount": "500", "memo": "перевод"}),
        )
        .await
        .expect_within_statements(201, 14);
    let _ = owner
        .post(
            "/agent/items/moves",
            json!({
                "step": "buy",
                "items": [card["items"][0]["id"]],
                "marketplace_order_number": "28475",
                "purchase": {"account_id": account, "amount": "12.34"},
            }),
        )
        .await
        .expect_within_statements(200, 40);
    let _ = owner
        .post(
            &format!("/agent/orders/{order}/refunds"),
            json!({"amount": "1.00", "reason": "скидка"}),
        )
        .await
        .expect_within_statements(201, 30);
    let (_, item) = item_in_warehouse(app).await;
    let shipment = quoted_shipment(&owner, &item).await;
    let _ = choose_cash_on_receipt(&client, shipment).await;
    let _ = deliver(&owner, shipment).await;
    let delivered = owner
        .get(&format!("/agent/shipments/{shipment}"))
        .await
        .expect_within_statements(200, 8);
    let amount = json!({"amount": "1250.00", "currency": "RUB"});
    let _ = owner
        .post(
            &format!("/agent/shipments/{shipment}/cash"),
            json!({"version": delivered["version"], "amount": amount}),
        )
        .await
        .expect_within_statements(200, 30);
    for amount in ["10", "20"] {
        adjust_balance(&owner, 1, amount, "CNY").await;
    }
    let system = app.state.system();
    let transfer = operator::top_up(&system, AgentId(1), 500_000, "1", app.state.clock.now());
    let _ = transfer.await.expect("the transfer is booked");
}

async fn run(db: &DatabaseConnection, sql: &str) {
    db.execute_unprepared(sql).await.expect(sql);
}

/// Turns off triggers and foreign keys, as a person with all rights on the database can.
async fn disarm(db: &DatabaseConnection) {
    if db.get_database_backend() == DbBackend::Postgres {
        return run(db, "SET session_replication_role = replica").await;
    }
    run(db, "PRAGMA foreign_keys = OFF").await;
    let triggers = Statement::from_string(
        DbBackend::Sqlite,
        "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    );
    for row in db.query_all_raw(triggers).await.expect("triggers") {
        let name: String = row.try_get_by_index(0).expect("a name");
        run(db, &format!("DROP TRIGGER \"{name}\"")).await;
    }
}

async fn connect(app: &App) -> DatabaseConnection {
    let mut options = ConnectOptions::new(app.database_url.as_str());
    options.max_connections(1);
    Database::connect(options).await.expect("the database opens")
}

async fn faults(app: &App) -> Vec<String> {
    audit::verify(&app.state.system()).await.expect("the check runs").faults
}

#[apply(on_both)]
async fn every_change_of_a_booked_row_is_found(app: App) {
    book_everything(&app).await;
    let db = connect(&app).await;
    run(
        &db,
        "INSERT INTO service_payments (agent_id, user_id, amount_minor, status, idempotence_key) \
         VALUES (1, 1, 700, 'succeeded', 'k')",
    )
    .await;
    assert_eq!(faults(&app).await, ["online payment 1 differs from its entry"]);
    let system = app.state.system();
    let topup = operator::top_up(&system, AgentId(1), 700, "2", app.state.clock.now());
    let _ = topup.await.expect("the transfer is booked");
    for sql in REFUSED {
        assert!(db.execute_unprepared(sql).await.is_err(), "{sql}");
    }
    disarm(&db).await;
    run(
        &db,
        "UPDATE service_entries SET reference = 'payment:1' WHERE memo = '2'",
    )
    .await;
    assert_eq!(audit::seal(&app.state.system()).await.expect("sealed"), 1);
    assert_eq!(faults(&app).await, Vec::<String>::new());
    for table in TABLES {
        run(&db, &format!("CREATE TABLE saved_{table} AS SELECT * FROM {table}")).await;
    }
    for change in CHANGES {
        run(&db, change).await;
        assert_ne!(faults(&app).await, Vec::<String>::new(), "{change}");
        for table in TABLES.iter().rev() {
            run(&db, &format!("DELETE FROM {table}")).await;
        }
        for table in TABLES {
            run(&db, &format!("INSERT INTO {table} SELECT * FROM saved_{table}")).await;
        }
        assert_eq!(faults(&app).await, Vec::<String>::new(), "restored after {change}");
    }
    for table in TABLES {
        run(&db, &format!("DROP TABLE saved_{table}")).await;
    }
    db.close().await.expect("closes");
}

#[apply(on_both)]
async fn tables_of_money_are_never_truncated(app: App) {
    let db = connect(&app).await;
    for table in TABLES {
        let sql = format!("TRUNCATE {table} CASCADE");
        let error = db.execute_unprepared(&sql).await.expect_err(&sql).to_string();
        // SQLite has no such statement.
        assert!(
            error.contains("never changed") || error.contains("syntax error"),
            "{error}"
        );
    }
    db.close().await.expect("closes");
}

#[apply(on_both)]
async fn rows_that_are_older_than_their_checksums_are_sealed(app: App) {
    book_everything(&app).await;
    let db = connect(&app).await;
    for table in ["ledger_accounts", "service_accounts"] {
        run(&db, &format!("UPDATE {table} SET checksum = 0")).await;
    }
    for table in ["payments", "refunds"] {
        run(&db, &format!("UPDATE {table} SET checksum = NULL")).await;
    }
    assert_ne!(faults(&app).await, Vec::<String>::new());
    assert!(audit::seal(&app.state.system()).await.expect("sealed") > 5);
    assert_eq!(faults(&app).await, Vec::<String>::new());
    assert_eq!(audit::seal(&app.state.system()).await.expect("sealed"), 0);
    adjust_balance(&app.owner().await, 1, "30", "CNY").await;
    assert_eq!(
        faults(&app).await,
        Vec::<String>::new(),
        "posting goes on from the sealed sums"
    );
    db.close().await.expect("closes");
}
