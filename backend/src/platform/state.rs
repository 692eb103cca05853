//! What handlers share.

use super::{
    auth::{jwt::Keys, password::Hasher},
    breaker::Breaker,
    clock::Clock,
    config::Config,
    db::Db,
    realtime::{Bus, Hub},
    scope::SystemScope,
    storage::Storage,
};
use std::{ops::Deref, sync::Arc};
use tokio::sync::Notify;

/// Cheap to clone, which every layer of every request does; every replica has its own.
#[derive(Clone)]
pub struct AppState(Arc<Shared>);

impl Deref for AppState {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

/// What there is one of in a replica.
pub struct Shared {
    /// Private to `platform`: features get at the database through scopes alone.
    pub(in crate::platform) db: Db,
    /// The configuration.
    pub config: Config,
    /// The time.
    pub clock: Clock,
    /// Signs and checks access tokens.
    pub keys: Keys,
    /// Hashes passwords in a bounded queue.
    pub hasher: Hasher,
    /// Rings when work was written that somebody waits for.
    bell: Arc<Notify>,
    /// Pictures and videos.
    pub storage: Storage,
    /// Which outside systems are down.
    pub breaker: Breaker,
    /// Sockets, and the orders they listen to.
    pub hub: Hub,
    /// Signals within the process.
    pub(in crate::platform) bus: Bus,
}

impl AppState {
    /// Over an open database.
    pub fn new(db: Db, config: Config, clock: Clock) -> Self {
        let storage = Storage::new(&config.media_url, config.media_options.clone());
        let keys = Keys::new(&config.jwt_secret);
        let hash_queue = config.hash_queue;
        Self(Arc::new(Shared {
            db,
            config,
            clock,
            keys,
            hasher: Hasher::new(hash_queue),
            bell: Arc::default(),
            storage,
            breaker: Breaker::default(),
            hub: Hub::default(),
            bus: Bus::default(),
        }))
    }

    /// The same replica, told otherwise by its environment; files stay where they are unless it says another place.
    #[must_use]
    pub fn configured(&self, config: Config) -> Self {
        let stays = config.media_url == self.config.media_url;
        let storage = if stays {
            self.storage.clone()
        } else {
            Storage::new(&config.media_url, config.media_options.clone())
        };
        let hasher = if config.hash_queue == self.config.hash_queue {
            self.hasher.clone()
        } else {
            Hasher::new(config.hash_queue)
        };
        Self(Arc::new(Shared {
            db: self.db.clone(),
            keys: Keys::new(&config.jwt_secret),
            config,
            clock: self.clock.clone(),
            hasher,
            bell: self.bell.clone(),
            storage,
            breaker: self.breaker.clone(),
            hub: Hub::default(),
            bus: Bus::default(),
        }))
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

    /// Makes one part of a full-text index that lies in many; says how many there were.
    pub async fn merge_parts(&self, index: &'static str) -> Result<i64, sea_orm::DbErr> {
        self.db.merge_parts(index).await
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), sea_orm::DbErr> {
        self.db.ping().await
    }
}
