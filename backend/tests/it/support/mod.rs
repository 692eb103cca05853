//! The harness: an application per test, actors instead of tokens, invariants at the end.

mod actors;
mod canaries;
mod databases;
mod factories;
mod invariants;
mod seen;

pub use actors::{Actor, Answer};
pub use factories::{
    CLIENT, OTHER_CLIENT, OTHER_OWNER, OWN_ONLY, OWNER, PASSWORD, POWERLESS_MEMBER, TWO_CABINETS, UNCONFIRMED,
    WAREHOUSE, client_row, item, revoke_session,
};

use axum::Router;
use chrono::{DateTime, Utc};
use karavan::platform::{clock::Clock, config::Config, state::AppState};
use sea_orm::{ConnectionTrait, Database, Statement};

/// Makes modules `sqlite` and `postgres` from one body each.
macro_rules! on_both {
    ($($(#[$meta:meta])* async fn $name:ident($app:ident: App) $body:block)*) => {
        mod sqlite {
            #[allow(unused_imports, reason = "bodies differ in what they use")]
            use super::*;
            $($(#[$meta])* #[tokio::test]
            async fn $name() {
                let $app = $crate::support::App::sqlite().await;
                let checked = $app.clone();
                $body
                checked.check_invariants().await;
            })*
        }
        mod postgres {
            #[allow(unused_imports, reason = "bodies differ in what they use")]
            use super::*;
            $($(#[$meta])* #[tokio::test]
            async fn $name() {
                let $app = $crate::support::App::postgres().await;
                let checked = $app.clone();
                $body
                checked.check_invariants().await;
            })*
        }
    };
}
pub(crate) use on_both;

/// The service under test with a database of its own.
#[derive(Clone)]
pub struct App {
    pub state: AppState,
    pub router: Router,
    pub database_url: String,
    _keep: std::sync::Arc<databases::Lease>,
}

impl App {
    pub async fn sqlite() -> Self {
        Self::over(databases::sqlite().await).await
    }

    pub async fn postgres() -> Self {
        Self::over(databases::postgres().await).await
    }

    async fn over(lease: databases::Lease) -> Self {
        let url = lease.url.clone();
        let config = Config::read(|name| match name {
            "DATABASE_URL" => Some(url.clone()),
            "DATABASE_CONNECTIONS" => Some("4".to_owned()),
            "MEDIA_URL" => Some("memory:".to_owned()),
            _ => None,
        })
        .expect("the test configuration is usable");
        let clock = Clock::at(start());
        let db = karavan::platform::db::Db::open(&config)
            .await
            .expect("the database opens");
        let state = AppState::new(db, config, clock);
        Self {
            router: karavan::app::router(state.clone()),
            state,
            database_url: url,
            _keep: std::sync::Arc::new(lease),
        }
    }
}

impl App {
    /// The same service, told otherwise by its environment.
    pub fn configured(&self, change: impl FnOnce(&mut Config)) -> Self {
        let mut app = self.clone();
        let mut config = app.state.config.clone();
        change(&mut config);
        app.state = app.state.configured(config);
        app.router = karavan::app::router(app.state.clone());
        app
    }

    /// Another replica on the same database, with the same clock and a pool of its own.
    pub async fn replica(&self) -> Self {
        let config = self.state.config.clone();
        let db = karavan::platform::db::Db::open(&config)
            .await
            .expect("the database opens");
        let state = AppState::new(db, config, self.state.clock.clone());
        Self {
            router: karavan::app::router(state.clone()),
            state,
            ..self.clone()
        }
    }

    /// Does all that is due now.
    pub async fn work_off(&self) {
        let jobs = karavan::app::jobs(&self.state).only(|kind| !kind.contains("fetch"));
        while jobs.step(&self.state, "test").await.expect("the queue is read") {}
    }

    /// Runs a statement below the walls.
    pub async fn run(&self, sql: &str) {
        let db = Database::connect(self.database_url.as_str()).await.expect("opens");
        db.execute_unprepared(sql).await.expect(sql);
        db.close().await.expect("closes");
    }

    async fn text(&self, select: &str) -> String {
        let db = Database::connect(self.database_url.as_str()).await.expect("opens");
        let row = db
            .query_one_raw(Statement::from_string(db.get_database_backend(), select))
            .await
            .expect(select);
        let text = row.and_then(|row| row.try_get::<Option<String>>("", "told").expect(select));
        db.close().await.expect("closes");
        text.unwrap_or_default()
    }

    /// How many rows meet a condition.
    pub async fn count(&self, table: &str, condition: &str) -> i64 {
        let sql = format!("SELECT CAST(count(*) AS text) AS told FROM {table} WHERE {condition}");
        self.text(&sql).await.parse().expect("a number")
    }

    /// The sum of a column.
    pub async fn total(&self, table: &str, column: &str) -> i64 {
        let sql = format!("SELECT CAST(coalesce(sum({column}), 0) AS text) AS told FROM {table}");
        self.text(&sql).await.parse().expect("a number")
    }

    /// Every row of every table, as text.
    pub async fn whole(&self) -> String {
        let mut whole = String::new();
        for (table, _) in migrations::TABLES {
            let rows = if self.database_url.starts_with("sqlite") {
                let columns = self.text(&columns_of(table)).await;
                format!("SELECT group_concat('|' || {columns} || '|', ' ; ') AS told FROM {table}")
            } else {
                format!("SELECT string_agg(CAST(row_to_json(t) AS text), ' ; ') AS told FROM {table} t")
            };
            whole.push_str(&self.text(&rows).await);
            whole.push('\n');
        }
        whole
    }

    /// Everything that a table holds, as text.
    pub async fn dump(&self, table: &str) -> String {
        let columns = match table {
            "jobs" => "kind || '|' || payload || '|' || coalesce(last_error, '')",
            "messenger_messages" => "chat_id || '|' || body || '|' || coalesce(last_error, '')",
            "login_codes" => "phone || '|' || code_hash",
            "webhook_updates" => "update_id || '|' || payload",
            "messenger_contacts" => "phone || '|' || messenger || '|' || chat_id || '|' || proof",
            "access_groups" => "name",
            other => panic!("{other} is dumped by nobody"),
        };
        self.text(&format!("SELECT string_agg({columns}, ' ; ') AS told FROM {table}"))
            .await
    }
}

/// When every test begins.
pub fn start() -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_000_000, 0).expect("a valid time")
}

/// A statement that writes the expression of a SQLite table's columns, set beside each other.
fn columns_of(table: &str) -> String {
    format!(
        r#"SELECT group_concat('coalesce("' || name || '", '''')', ' || ''|'' || ') AS told FROM pragma_table_info('{table}')"#
    )
}
