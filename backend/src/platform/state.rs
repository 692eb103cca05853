//! What handlers share.

use super::{
    auth::{jwt::Keys, password::Hasher},
    clock::Clock,
    config::Config,
    db::Db,
    scope::SystemScope,
};
use std::sync::Arc;
use tokio::sync::Notify;

/// Cheap to clone; every replica has its own.
#[derive(Clone)]
pub struct AppState {
    /// Private to `platform`: features get at the database through scopes alone.
    pub(in crate::platform) db: Db,
    /// The configuration.
    pub config: Arc<Config>,
    /// The time.
    pub clock: Clock,
    /// Signs and checks access tokens.
    pub keys: Arc<Keys>,
    /// Hashes passwords in a bounded pool.
    pub hasher: Hasher,
    /// Rings when work was written that somebody waits for.
    bell: Arc<Notify>,
}

impl AppState {
    /// Over an open database.
    pub fn new(db: Db, config: Config, clock: Clock) -> Self {
        let keys = Arc::new(Keys::new(&config.jwt_secret));
        Self {
            db,
            config: Arc::new(config),
            clock,
            keys,
            hasher: Hasher::default(),
            bell: Arc::default(),
        }
    }

    /// Tells a worker of this replica that there is work which somebody waits for; call it after the commit.
    pub fn wake_worker(&self) {
        self.bell.notify_one();
    }

    /// Ends when [`Self::wake_worker`] was called, also before.
    pub(in crate::platform) async fn woken(&self) {
        self.bell.notified().await;
    }

    /// The scope of login, jobs and the command line: it sees every tenant.
    pub fn system(&self) -> SystemScope {
        SystemScope::open(&self.db)
    }

    /// Brings the schema up to date; says how many migrations that took.
    pub async fn migrate(&self) -> Result<usize, sea_orm::DbErr> {
        let pending = self.db.pending().await?.len();
        if pending > 0 {
            self.db.migrate().await?;
        }
        Ok(pending)
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), sea_orm::DbErr> {
        self.db.ping().await
    }
}
