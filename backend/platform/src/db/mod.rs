//! The database connection: opened here, restricted by `crate::scope`, and visible nowhere else.

mod connection;
mod errors;
mod health;
mod id_list;
mod kind;
mod maintenance;
mod meter;
mod reads;
mod running;
mod uninterrupted;

pub(crate) use connection::{Pool, Transaction};
pub(crate) use errors::is_unavailable;
pub use errors::{UniqueConstraint, is_unique_violation};
pub(crate) use health::DatabaseHealth;
pub use kind::DatabaseKind;
pub use meter::{count_statements, record_statements};

use self::reads::ReadConnections;
use super::config::Config;
use sea_orm::{ConnectOptions, Database, DbErr, sqlx::postgres::PgConnectOptions};
use std::time::Duration;

/// The database; its connections are private to `platform`.
#[derive(Clone)]
pub struct Db {
    pub(crate) pool: Pool,
}

/// Options of every PostgreSQL session.
///
/// All queries of the service are short. For some of them PostgreSQL would choose JIT compilation or parallel workers, which take
/// several times as long as the query itself.
const SESSION_OPTIONS: [(&str, &str); 2] = [("jit", "off"), ("max_parallel_workers_per_gather", "0")];

impl Db {
    /// Opens the configured database.
    ///
    /// SQLite runs in WAL mode with `synchronous=FULL` and foreign keys on, and waits up to 10 s for a lock.
    pub async fn open(config: &Config) -> Result<Self, DbErr> {
        let url = &config.database_url;
        if let Some(path) = url.strip_prefix("sqlite://").and_then(|rest| rest.split('?').next())
            && let Some(folder) = std::path::Path::new(path).parent()
            && !folder.as_os_str().is_empty()
        {
            std::fs::create_dir_all(folder)
                .map_err(|error| DbErr::Custom(format!("can't create {}: {error}", folder.display())))?;
        }
        let mut options = ConnectOptions::new(url);
        options
            .max_connections(config.database_connections)
            .acquire_timeout(Duration::from_secs(10))
            .sqlx_logging(false)
            // A connection that was used a moment ago is alive. Testing it before each use would cost a round trip.
            .test_before_acquire_if_idle_for(Duration::from_secs(1))
            .map_sqlx_postgres_pool_opts(connection::close_unless_idle)
            .map_sqlx_sqlite_pool_opts(connection::close_unless_idle)
            .map_sqlx_postgres_opts(|options| options.options(SESSION_OPTIONS))
            .map_sqlx_sqlite_opts(|options| {
                options
                    // A full buffer makes its thread and the reader wait for each other once per row.
                    .row_buffer_size(1024)
                    .pragma("journal_mode", "WAL")
                    .pragma("synchronous", "FULL")
                    .pragma("foreign_keys", "ON")
                    .pragma("busy_timeout", "10000")
                    // Per connection, each of which fills its own; the operating system caches the file as well.
                    .pragma("cache_size", "-2000")
                    .pragma("temp_store", "MEMORY")
            });
        let mut pool = Database::connect(options).await?;
        pool.set_metric_callback(meter::on_statement);
        let connections = usize::try_from(config.database_connections).unwrap_or(usize::MAX);
        let (reads, connections_of_reads) = match DatabaseKind::from(pool.get_database_backend()) {
            DatabaseKind::Sqlite => (None, 0),
            DatabaseKind::Postgres => {
                let options: PgConnectOptions = url.parse().map_err(|error| DbErr::Custom(format!("{error}")))?;
                let options = options.options(SESSION_OPTIONS).application_name("karavan: reads");
                let max = connections.div_ceil(2);
                let reads = ReadConnections::new(options, max);
                (Some(reads.map_err(|error| DbErr::Custom(error.to_string()))?), max)
            }
        };
        Ok(Self {
            pool: Pool::new(pool, reads, connections + connections_of_reads),
        })
    }

    /// Applies the pending migrations.
    pub async fn migrate(&self) -> Result<(), DbErr> {
        use sea_orm_migration::MigratorTrait;
        migrations::Migrator::up(self.pool.orm(), None).await
    }

    /// Reverts the last `steps` migrations.
    pub async fn migrate_down(&self, steps: u32) -> Result<(), DbErr> {
        use sea_orm_migration::MigratorTrait;
        migrations::Migrator::down(self.pool.orm(), Some(steps)).await
    }

    /// The names of the pending migrations.
    pub async fn pending_migrations(&self) -> Result<Vec<String>, DbErr> {
        use sea_orm_migration::MigratorTrait;
        let pending = migrations::Migrator::get_pending_migrations(self.pool.orm()).await?;
        Ok(pending.iter().map(|migration| migration.name().to_owned()).collect())
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), DbErr> {
        self.pool.orm().ping().await
    }

    /// The number of open connections of the pool, and how many of them are idle.
    pub(crate) fn pool_size(&self) -> (u32, u32) {
        let (open, idle) = match self.pool.database_kind() {
            DatabaseKind::Sqlite => {
                let pool = self.pool.orm().get_sqlite_connection_pool();
                (pool.size(), pool.num_idle())
            }
            DatabaseKind::Postgres => {
                let pool = self.pool.orm().get_postgres_connection_pool();
                (pool.size(), pool.num_idle())
            }
        };
        (open, u32::try_from(idle).unwrap_or(open))
    }

    /// The number of open connections for reads, and how many of them are idle. SQLite has none.
    pub(crate) fn read_connections(&self) -> (u32, u32) {
        self.pool.reads().map(ReadConnections::count).unwrap_or_default()
    }

    /// The number of requests that wait for a connection before they begin.
    pub(crate) fn waiting_requests(&self) -> usize {
        self.pool.waiting_requests()
    }

    /// Closes all connections.
    pub async fn close(self) -> Result<(), DbErr> {
        if let Some(reads) = self.pool.reads() {
            reads.close();
        }
        self.pool.orm().close_by_ref().await
    }
}
