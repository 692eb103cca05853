//! The connection: opened here, walled by `platform::scope`, seen nowhere else.

mod backend;
mod connection;
mod errors;
mod lanes;
mod meter;
mod upkeep;

pub use backend::Flavour;
pub(in crate::platform) use connection::{Pool, Transaction};
pub(in crate::platform) use errors::is_unavailable;
pub use errors::{Constraint, broken_unique};
pub(in crate::platform) use lanes::Lanes;
pub use meter::statements;

use super::config::Config;
use sea_orm::{ConnectOptions, Database, DbErr, sqlx::postgres::PgConnectOptions};
use std::{sync::Arc, time::Duration};

/// The pool; what it holds is private to `platform`.
#[derive(Clone)]
pub struct Db {
    pub(in crate::platform) pool: Pool,
    /// Beside the pool, where there is a server.
    pub(in crate::platform) lanes: Option<Arc<Lanes>>,
}

/// What every session on PostgreSQL begins with.
///
/// Every query of ours is short. PostgreSQL would rather compile some of them and share them out, which takes several times as
/// long as answering them.
const SESSION: [(&str, &str); 2] = [("jit", "off"), ("max_parallel_workers_per_gather", "0")];

impl Db {
    /// Opens the database of the configuration.
    ///
    /// SQLite runs in WAL with `synchronous=FULL`, foreign keys on, and waits for a lock up to 10 s.
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
            // A connection that was busy a moment ago is alive; asking it before every use would be a round trip more.
            .test_before_acquire_if_idle_for(Duration::from_secs(1))
            .map_sqlx_postgres_pool_opts(connection::close_unless_idle)
            .map_sqlx_sqlite_pool_opts(connection::close_unless_idle)
            .map_sqlx_postgres_opts(|options| options.options(SESSION))
            .map_sqlx_sqlite_opts(|options| {
                options
                    .pragma("journal_mode", "WAL")
                    .pragma("synchronous", "FULL")
                    .pragma("foreign_keys", "ON")
                    .pragma("busy_timeout", "10000")
                    // Of each connection, and filled by every one in its turn; the system keeps the file at hand as well.
                    .pragma("cache_size", "-2000")
                    .pragma("temp_store", "MEMORY")
            });
        let mut pool = Database::connect(options).await?;
        pool.set_metric_callback(meter::count);
        let pool = Pool::new(pool);
        let lanes = match pool.flavour() {
            Flavour::Sqlite => None,
            Flavour::Postgres => {
                let options: PgConnectOptions = url.parse().map_err(|error| DbErr::Custom(format!("{error}")))?;
                Some(Lanes::to(
                    options.options(SESSION).application_name("karavan: who asks"),
                ))
            }
        };
        Ok(Self { pool, lanes })
    }

    /// Brings the schema up to date.
    pub async fn migrate(&self) -> Result<(), DbErr> {
        use sea_orm_migration::MigratorTrait;
        migrations::Migrator::up(self.pool.orm(), None).await
    }

    /// Takes the last `steps` migrations back.
    pub async fn migrate_down(&self, steps: u32) -> Result<(), DbErr> {
        use sea_orm_migration::MigratorTrait;
        migrations::Migrator::down(self.pool.orm(), Some(steps)).await
    }

    /// The names of the migrations not yet applied.
    pub async fn pending(&self) -> Result<Vec<String>, DbErr> {
        use sea_orm_migration::MigratorTrait;
        let pending = migrations::Migrator::get_pending_migrations(self.pool.orm()).await?;
        Ok(pending.iter().map(|migration| migration.name().to_owned()).collect())
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), DbErr> {
        self.pool.orm().ping().await
    }

    /// Closes all connections.
    pub async fn close(self) -> Result<(), DbErr> {
        self.pool.orm().close_by_ref().await
    }
}
