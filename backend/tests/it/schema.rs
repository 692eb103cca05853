//! The schema on both databases: migrations run up and down, and every table declares its owner.

use crate::support::{App, on_both};
use migrations::{Migrator, MigratorTrait, Owner, TABLES};
use sea_orm::{ConnectionTrait, Database, DatabaseConnection, DbBackend, Statement};
use std::collections::BTreeSet;

async fn connect(app: &App) -> (DatabaseConnection, DbBackend) {
    let db = Database::connect(app.database_url.as_str())
        .await
        .expect("the database opens");
    let backend = db.get_database_backend();
    (db, backend)
}

async fn query_names(db: &DatabaseConnection, sql: &str) -> BTreeSet<String> {
    let rows = db
        .query_all_raw(Statement::from_string(db.get_database_backend(), sql))
        .await
        .expect("names");
    rows.iter()
        .map(|row| row.try_get_by_index::<String>(0).expect("a name"))
        .filter(|name| name != "seaql_migrations")
        .collect()
}

async fn table_names(db: &DatabaseConnection, backend: DbBackend) -> BTreeSet<String> {
    let sql = if backend == DbBackend::Postgres {
        "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'"
    } else {
        // Without the internal tables of full-text indexes.
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow' AND name NOT LIKE 'sqlite_%'"
    };
    query_names(db, sql).await
}

#[apply(on_both)]
async fn ledger_rows_are_immutable(app: App) {
    let (db, _) = connect(&app).await;
    for sql in [
        "INSERT INTO ledger_accounts (agent_id, client_id, kind, currency) VALUES (1, 1, 'client', 'CNY')",
        "INSERT INTO ledger_accounts (agent_id, kind, currency) VALUES (1, 'cash_box', 'CNY')",
        "INSERT INTO ledger_entries (agent_id, kind, document_type, document_id) VALUES (1, 'topup', 'balance_request', 1)",
        "INSERT INTO ledger_postings (agent_id, entry_id, account_id, client_id, amount_minor, currency, \
         balance_after_minor) VALUES (1, 1, 1, 1, 500, 'CNY', 500)",
        "INSERT INTO ledger_postings (agent_id, entry_id, account_id, amount_minor, currency) VALUES (1, 1, 2, -500, 'CNY')",
        "UPDATE ledger_accounts SET balance_minor = 500 WHERE id = 1",
    ] {
        db.execute_unprepared(sql).await.expect(sql);
    }
    for sql in [
        "UPDATE ledger_entries SET memo = 'x'",
        "DELETE FROM ledger_entries",
        "UPDATE ledger_postings SET amount_minor = 1",
        "DELETE FROM ledger_postings",
        "DELETE FROM agents WHERE id = 1",
        "UPDATE ledger_accounts SET balance_minor = -1 WHERE kind = 'client'",
        "INSERT INTO ledger_accounts (agent_id, client_id, kind, currency) VALUES (1, 1, 'client', 'CNY')",
        "INSERT INTO ledger_accounts (agent_id, client_id, kind, currency) VALUES (1, 3, 'client', 'RUB')",
        "INSERT INTO ledger_postings (agent_id, entry_id, account_id, amount_minor, currency, balance_after_minor) \
         VALUES (2, 1, 1, 1, 'CNY', 1)",
    ] {
        assert!(db.execute_unprepared(sql).await.is_err(), "{sql}");
    }
    db.close().await.expect("closes");
}

#[apply(on_both)]
async fn every_table_declares_its_owner(app: App) {
    let (db, backend) = connect(&app).await;
    let listed: BTreeSet<String> = TABLES.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(table_names(&db, backend).await, listed);
    for (table, owner) in TABLES {
        let sql = if backend == DbBackend::Postgres {
            format!(
                "SELECT column_name::text FROM information_schema.columns WHERE table_name = '{table}' AND is_nullable = 'NO'"
            )
        } else {
            format!("SELECT name FROM pragma_table_info('{table}') WHERE \"notnull\" = 1")
        };
        let required = query_names(&db, &sql).await;
        let needed: &[&str] = match owner {
            Owner::Agent => &["agent_id"],
            Owner::Client => &["agent_id", "client_id"],
            Owner::Global(_) => &[],
        };
        assert!(
            needed.iter().all(|column| required.contains(*column)),
            "{table}: {required:?}"
        );
    }
    db.close().await.expect("closes");
}

#[apply(on_both)]
async fn manager_breadth_migration_widens_untouched_groups_only(app: App) {
    let (db, _) = connect(&app).await;
    let name = "m20261122_0033_manager_breadth";
    let back = Migrator::migrations()
        .iter()
        .rev()
        .position(|migration| migration.name() == name);
    let back = u32::try_from(back.expect("the migration is there")).expect("a few") + 1;
    Migrator::down(&db, Some(back)).await.expect("goes down");
    let run = async |sql: String| db.execute_unprepared(&sql).await.map(drop).expect(&sql);
    let default = [
        "orders:edit",
        "order_prices:edit",
        "clients:view",
        "shipments:edit",
        "topups:edit",
        "balance:view",
        "services:edit",
    ];
    // The default group; another group with the same rights; a default group of an agent that assigns managers.
    for (id, agent, name) in [(101, 2, "Менеджеры"), (102, 2, "Продавцы"), (103, 1, "Менеджеры")]
    {
        run(format!(
            "INSERT INTO access_groups (id, agent_id, name, version) VALUES ({id}, {agent}, '{name}', 1)"
        ))
        .await;
        for right in default {
            let (object, level) = right.split_once(':').expect("an object and a level");
            run(format!(
                "INSERT INTO access_group_rights (agent_id, group_id, object, level, breadth) \
                         VALUES ({agent}, {id}, '{object}', '{level}', 'own')"
            ))
            .await;
        }
    }
    run(
        "UPDATE clients SET manager_staff_id = (SELECT min(id) FROM staff WHERE agent_id = 1) WHERE agent_id = 1"
            .to_owned(),
    )
    .await;
    run("UPDATE clients SET manager_staff_id = NULL WHERE agent_id = 2".to_owned()).await;
    Migrator::up(&db, None).await.expect("goes up again");
    let widened = query_names(
        &db,
        "SELECT CAST(group_id AS text) FROM access_group_rights WHERE group_id > 100 AND breadth = 'all'",
    )
    .await;
    assert_eq!(widened, BTreeSet::from(["101".to_owned()]));

    // Edited groups do not change.
    Migrator::down(&db, Some(back)).await.expect("goes down");
    run("UPDATE access_groups SET version = 2 WHERE id = 101".to_owned()).await;
    run("UPDATE access_group_rights SET breadth = 'own' WHERE group_id = 101".to_owned()).await;
    Migrator::up(&db, None).await.expect("goes up again");
    assert!(
        query_names(
            &db,
            "SELECT CAST(group_id AS text) FROM access_group_rights WHERE group_id > 100 AND breadth = 'all'"
        )
        .await
        .is_empty()
    );
    db.close().await.expect("closes");
}

/// Codes that the migration knows are corrected. Others stop it with a sentence, and nothing changes.
#[apply(on_both)]
async fn unknown_countries_of_tariffs_stop_the_migration(app: App) {
    let (db, _) = connect(&app).await;
    let name = "m20261125_0067_list_countries";
    let back = Migrator::migrations()
        .iter()
        .rev()
        .position(|migration| migration.name() == name);
    let back = u32::try_from(back.expect("the migration is there")).expect("a few") + 1;
    Migrator::down(&db, Some(back)).await.expect("goes down");
    let run = async |sql: &str| db.execute_unprepared(sql).await.map(drop).expect(sql);
    run("INSERT INTO delivery_methods (id, agent_id, name) VALUES (901, 1, 'Авто'), (902, 1, 'Авиа')").await;
    run(
        "INSERT INTO delivery_tariffs (id, agent_id, delivery_method_id, country, currency, brackets) VALUES \
         (901, 1, 901, 'ru', 'USD', '[]'), (902, 1, 901, 'UK', 'USD', '[]'), (903, 1, 901, 'XX', 'USD', '[]'), \
         (904, 1, 902, 'kz', 'USD', '[]'), (905, 1, 902, 'KZ', 'USD', '[]')",
    )
    .await;
    run("INSERT INTO pickup_points (id, agent_id, name, country, city, address) VALUES (901, 1, 'А', 'QQ', 'Б', 'В')")
        .await;
    let error = Migrator::up(&db, None).await.expect_err("stops").to_string();
    let named = |row: &str| error.contains(row);
    assert!(
        named("delivery_tariffs 903 of agent 1: \"XX\"") && named("pickup_points 901 of agent 1: \"QQ\""),
        "{error}"
    );
    assert!(
        named("delivery_tariffs 904 of agent 1: \"kz\"") && !named("901 of agent 1: \"ru\""),
        "{error}"
    );
    let codes = "SELECT country FROM delivery_tariffs WHERE id > 900";
    let before = ["KZ", "UK", "XX", "kz", "ru"].map(str::to_owned);
    assert_eq!(
        query_names(&db, codes).await,
        BTreeSet::from(before),
        "nothing has changed"
    );

    run("DELETE FROM delivery_tariffs WHERE id IN (903, 904)").await;
    run("UPDATE pickup_points SET country = 'by' WHERE id = 901").await;
    Migrator::up(&db, None).await.expect("goes up again");
    let after = ["GB", "KZ", "RU"].map(str::to_owned);
    assert_eq!(query_names(&db, codes).await, BTreeSet::from(after));
    let points = query_names(&db, "SELECT country FROM pickup_points WHERE id = 901").await;
    assert_eq!(points, BTreeSet::from(["BY".to_owned()]));
    db.close().await.expect("closes");
}

#[apply(on_both)]
async fn foreign_keys_include_the_tenant(app: App) {
    let (_, _) = crate::orders::draft_with_item(&app.client().await).await;
    let (db, _) = connect(&app).await;
    for sql in [
        "UPDATE order_items SET agent_id = 2",
        "UPDATE order_items SET client_id = 2",
        "UPDATE orders SET client_id = 3",
        "UPDATE staff SET access_group_id = 1 WHERE agent_id = 2",
        "UPDATE orders SET status = 'nonsense'",
        "UPDATE orders SET total_minor = -1",
        "UPDATE order_items SET quantity = 0",
        "UPDATE order_items SET currency = 'YUAN'",
    ] {
        assert!(db.execute_unprepared(sql).await.is_err(), "{sql}");
    }
    db.close().await.expect("closes");
}

/// The template has run all migrations. Down removes all tables, and up works again.
#[apply(on_both)]
async fn migrations_run_down_and_up(app: App) {
    let (db, backend) = connect(&app).await;
    Migrator::down(&db, None).await.expect("goes down");
    assert_eq!(table_names(&db, backend).await, BTreeSet::new());
    Migrator::up(&db, None).await.expect("goes up again");
    assert_eq!(table_names(&db, backend).await.len(), TABLES.len());
    db.close().await.expect("closes");
}
