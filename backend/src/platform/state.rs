//! What handlers share.

use super::{
    auth::{jwt::Keys, password::Hasher},
    clock::Clock,
    config::Config,
    db::Db,
    scope::SystemScope,
    storage::Storage,
};
use std::sync::Arc;

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
    /// Pictures and videos.
    pub storage: Storage,
}

impl AppState {
    /// Over an open database.
    pub fn new(db: Db, config: Config, clock: Clock) -> Self {
        let storage = Storage::new(&config.media_url, config.media_options.clone());
        let keys = Arc::new(Keys::new(&config.jwt_secret));
        Self {
            db,
            config: Arc::new(config),
            clock,
            keys,
            hasher: Hasher::default(),
            storage,
        }
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
