//! Test harness: an application with its own database per test, actors as callers, and invariants that are checked at the end.

mod actors;
mod canaries;
mod coverage;
mod databases;
mod invariants;
pub mod log;
mod programs;
mod seed_data;

pub use actors::{Actor, TestResponse};
pub use programs::{Program, installed_program};
pub use seed_data::{
    ASSIGNED_ONLY, CLIENT, MEMBER_WITHOUT_RIGHTS, OTHER_CLIENT, OTHER_OWNER, OWNER, PASSWORD, TWO_CABINETS,
    UNCONFIRMED_MEMBER, WAREHOUSE_WORKER, client_row, item_body, revoke_session,
};

use axum::Router;
use chrono::{DateTime, Utc};
use platform::{breaker::REQUEST, clock::Clock, config::Config, db::Db, state::AppState};
use sea_orm::{ConnectionTrait, Database, Statement};

/// A test on each of these databases with the same body.
macro_rules! on_databases {
    ([$($database:ident),+] $(#[$meta:meta])* async fn $name:ident($app:ident: App) $body:block) => {
        $(#[$meta])*
        async fn $name($app: $crate::support::App) $body
        mod $name {
            $(
                #[tokio::test]
                async fn $database() {
                    $crate::support::run_test($crate::support::App::$database().await, super::$name).await;
                }
            )+
        }
    };
}

/// `#[apply(on_both)]`: a test on SQLite and one on PostgreSQL with the same body.
macro_rules! on_both {
    ($($test:tt)*) => { $crate::support::on_databases! { [sqlite, postgres] $($test)* } };
}

/// `#[apply(on_sqlite)]`: a test on SQLite only.
macro_rules! on_sqlite {
    ($($test:tt)*) => { $crate::support::on_databases! { [sqlite] $($test)* } };
}

/// `#[apply(on_postgres)]`: a test on PostgreSQL only.
macro_rules! on_postgres {
    ($($test:tt)*) => { $crate::support::on_databases! { [postgres] $($test)* } };
}
pub(crate) use {on_both, on_databases, on_postgres, on_sqlite};

/// Runs a test, then checks the invariants and the log.
pub async fn run_test<Test>(app: App, test: impl FnOnce(App) -> Test)
where
    Test: Future<Output = ()>,
{
    test(app.clone()).await;
    app.check_after_test().await;
    app.database.remove().await;
}

/// The service under test, with its own database.
#[derive(Clone)]
pub struct App {
    pub state: AppState,
    pub router: Router,
    pub database_url: String,
    error_log: std::sync::Arc<log::ErrorLog>,
    database: std::sync::Arc<databases::TestDatabase>,
}

impl App {
    pub async fn sqlite() -> Self {
        Self::with_database(databases::sqlite().await).await
    }

    pub async fn postgres() -> Self {
        Self::with_database(databases::postgres().await).await
    }

    async fn with_database(lease: databases::TestDatabase) -> Self {
        infra::media::heic::set_program(env!("CARGO_BIN_EXE_karavan").into());
        let error_log = log::ErrorLog::start();
        let url = lease.url.clone();
        let config = Config::from_variables(|name| match name {
            "DATABASE_URL" => Some(url.clone()),
            "DATABASE_CONNECTIONS" => Some("4".to_owned()),
            "MEDIA_URL" => Some("memory:".to_owned()),
            "OPERATOR_NAME" => Some("ИП Караванов".to_owned()),
            // Nothing listens there: no test opens the pages of real shops.
            "SHOP_GATEWAY" => Some("http://127.0.0.1:1".to_owned()),
            _ => None,
        })
        .expect("the test configuration is usable");
        let clock = Clock::at(start_time());
        let db = platform::db::Db::open(&config).await.expect("the database opens");
        let state = AppState::new(db, config, clock);
        Self {
            router: karavan::app::router(state.clone()),
            state,
            database_url: url,
            error_log: std::sync::Arc::new(error_log),
            database: std::sync::Arc::new(lease),
        }
    }
}

impl App {
    /// The same service with a changed configuration.
    pub fn with_config(&self, change: impl FnOnce(&mut Config)) -> Self {
        let mut app = self.clone();
        let mut config = app.state.config.clone();
        change(&mut config);
        app.state = app.state.with_config(config);
        app.router = karavan::app::router(app.state.clone());
        app
    }

    /// Another replica on the same database, with the same clock and its own pool.
    pub async fn replica(&self) -> Self {
        self.at_database(&self.state.config.database_url.clone()).await
    }

    /// The same service, which reaches its database at another address.
    pub async fn at_database(&self, url: &str) -> Self {
        let mut config = self.state.config.clone();
        url.clone_into(&mut config.database_url);
        let db = platform::db::Db::open(&config).await.expect("the database opens");
        let state = AppState::new(db, config, self.state.clock.clone());
        Self {
            router: karavan::app::router(state.clone()),
            state,
            ..self.clone()
        }
    }

    /// Declares that the test will log errors with this text. Without such a declaration an error fails the test.
    pub fn expect_errors(&self, text: &'static str) {
        self.error_log.expect(text);
    }

    /// Compares the errors that the test has logged so far with the expected ones.
    pub fn check_errors(&self) -> Result<(), String> {
        self.error_log.check()
    }

    /// Checks that the database is consistent and that no unexpected error was logged.
    pub async fn check_after_test(&self) {
        self.check_invariants().await;
        self.check_errors().unwrap_or_else(|report| panic!("{report}"));
    }

    /// Runs all jobs that are due, except jobs that fetch from other services.
    pub async fn run_due_jobs(&self) {
        let jobs = karavan::app::jobs(&self.state).only(|kind| !kind.contains("fetch"));
        while jobs.run_next(&self.state, "test").await.expect("the job step succeeds") {}
        for circuit in self.state.breaker.circuits_at(self.state.clock.now()) {
            let is_declared = circuit.caller == REQUEST || jobs.systems_of(circuit.caller).contains(&circuit.system);
            assert!(
                is_declared,
                "{} does not say that it calls {}",
                circuit.caller, circuit.system
            );
        }
    }

    /// Undoes a migration and the later ones. Returns the database, which applies them again.
    pub async fn undo_migrations_from(&self, name: &str) -> Db {
        let db = Db::open(&self.state.config).await.expect("the database opens");
        while !db
            .pending_migrations()
            .await
            .expect("migrations")
            .iter()
            .any(|pending| pending == name)
        {
            db.migrate_down(1).await.expect("goes down");
        }
        db
    }

    /// Runs a statement outside of the tenant scope.
    pub async fn execute_sql(&self, sql: &str) {
        let db = Database::connect(self.database_url.as_str()).await.expect("opens");
        db.execute_unprepared(sql).await.expect(sql);
        db.close().await.expect("closes");
    }

    async fn query_text(&self, select: &str) -> String {
        let db = Database::connect(self.database_url.as_str()).await.expect("opens");
        let row = db
            .query_one_raw(Statement::from_string(db.get_database_backend(), select))
            .await
            .expect(select);
        let text = row.and_then(|row| row.try_get::<Option<String>>("", "result").expect(select));
        db.close().await.expect("closes");
        text.unwrap_or_default()
    }

    /// Counts the rows that meet a condition.
    pub async fn count(&self, table: &str, condition: &str) -> i64 {
        let sql = format!("SELECT CAST(count(*) AS text) AS result FROM {table} WHERE {condition}");
        self.query_text(&sql).await.parse().expect("a number")
    }

    /// The sum of a column.
    pub async fn sum(&self, table: &str, column: &str) -> i64 {
        let sql = format!("SELECT CAST(coalesce(sum({column}), 0) AS text) AS result FROM {table}");
        self.query_text(&sql).await.parse().expect("a number")
    }

    /// The ids of the rows that meet a condition, in ascending order.
    pub async fn ids(&self, table: &str, condition: &str) -> Vec<i64> {
        let sql = format!("SELECT string_agg(CAST(id AS text), ',') AS result FROM {table} WHERE {condition}");
        let text = self.query_text(&sql).await;
        let mut ids: Vec<i64> = text.split(',').filter_map(|id| id.parse().ok()).collect();
        ids.sort_unstable();
        ids
    }

    /// Every row of every table as text.
    pub async fn dump_all(&self) -> String {
        let mut dump = String::new();
        for (table, _) in migrations::TABLES {
            dump.push_str(&self.dump_rows(table, "TRUE").await.join(" ; "));
            dump.push('\n');
        }
        dump
    }

    /// The rows of a table that meet a condition as text, in a stable order.
    pub async fn dump_rows(&self, table: &str, condition: &str) -> Vec<String> {
        let rows = if self.database_url.starts_with("sqlite") {
            let columns = self.query_text(&columns_query(table)).await;
            format!("SELECT group_concat('|' || {columns} || '|', char(30)) AS result FROM {table} WHERE {condition}")
        } else {
            format!(
                "SELECT string_agg(CAST(row_to_json(t) AS text), chr(30)) AS result FROM {table} t WHERE {condition}"
            )
        };
        let text = self.query_text(&rows).await;
        let mut rows: Vec<String> = text.split('\u{1e}').map(ToOwned::to_owned).collect();
        rows.sort_unstable();
        rows
    }

    /// The relevant columns of a table's rows as text.
    pub async fn dump_table(&self, table: &str) -> String {
        let columns = match table {
            "jobs" => "kind || '|' || payload || '|' || coalesce(last_error, '')",
            "messenger_messages" => "chat_id || '|' || body || '|' || coalesce(last_error, '')",
            "login_codes" => "phone || '|' || code_hash",
            "webhook_updates" => "update_id || '|' || payload",
            "messenger_contacts" => "phone || '|' || messenger || '|' || chat_id || '|' || proof",
            "access_groups" => "name",
            other => panic!("no columns defined for a dump of {other}"),
        };
        self.query_text(&format!("SELECT string_agg({columns}, ' ; ') AS result FROM {table}"))
            .await
    }
}

/// How long a test waits for something that another task does.
const EVENTUALLY_LIMIT: std::time::Duration = std::time::Duration::from_secs(20);

/// Checks a condition until it is true.
///
/// # Panics
///
/// If it is not true within [`EVENTUALLY_LIMIT`].
pub async fn eventually(what: &str, condition: impl AsyncFn() -> bool) {
    let deadline = std::time::Instant::now() + EVENTUALLY_LIMIT;
    while !condition().await {
        assert!(std::time::Instant::now() < deadline, "never: {what}");
        tokio::task::yield_now().await;
    }
}

/// The time at which the clock of every test starts.
pub fn start_time() -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_000_000, 0).expect("a valid time")
}

/// A query that returns an SQL expression which concatenates all columns of an SQLite table.
fn columns_query(table: &str) -> String {
    format!(
        r#"SELECT group_concat('coalesce("' || name || '", '''')', ' || ''|'' || ') AS result FROM pragma_table_info('{table}')"#
    )
}
