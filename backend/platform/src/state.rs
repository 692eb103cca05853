//! The state that all handlers share.

use super::{
    auth::{CallerLoader, KeyOrigins, SessionChecks, TokenUses, jwt::Keys, password::Hasher},
    breaker::Breaker,
    capacity::Capacity,
    clock::Clock,
    config::Config,
    crypto,
    db::{DatabaseHealth, Db},
    realtime::{Bus, ChangePublisher, Hub},
    scope::{RowPolicy, Scope, SystemPolicy, SystemScope},
    storage::Storage,
};
use sea_orm::DbErr;
use std::{
    ops::Deref,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};
use tokio::sync::{Notify, watch};

/// The state of one replica. It is cheap to clone, because every layer clones it for each request.
#[derive(Clone)]
pub struct AppState(Arc<Shared>);

impl Deref for AppState {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

/// The contents of [`AppState`].
pub struct Shared {
    /// Private to `platform`: features access the database through scopes only.
    pub(crate) db: Db,
    /// The configuration.
    pub config: Config,
    /// The source of the current time.
    pub clock: Clock,
    /// Signs and verifies access tokens.
    pub keys: Keys,
    /// Hashes passwords in a bounded queue.
    pub hasher: Hasher,
    /// Notifies a worker of an urgent job.
    work_ready: Arc<Notify>,
    /// Stored files, such as pictures and videos.
    pub storage: Storage,
    /// The circuit breakers of outside systems.
    pub breaker: Breaker,
    /// Sockets, and the channels they are subscribed to.
    pub hub: Hub,
    /// Reads the callers of requests.
    callers: OnceLock<Arc<dyn CallerLoader>>,
    /// The recorded uses of tokens and keys.
    pub(crate) token_uses: TokenUses,
    /// The origins of web pages that may use API keys.
    pub(crate) key_origins: KeyOrigins,
    /// The checks of sockets that subscribe.
    pub(crate) session_checks: Arc<SessionChecks>,
    /// Signals between replicas.
    pub(crate) bus: Arc<Bus>,
    /// The resources of this process that clients use.
    pub capacity: Capacity,
    /// Whether the database can be reached.
    pub(crate) database_health: DatabaseHealth,
    /// Whether this replica is shutting down.
    shutting_down: AtomicBool,
}

impl AppState {
    /// Creates the state of a replica with an open database.
    pub fn new(db: Db, config: Config, clock: Clock) -> Self {
        // TLS connections are opened by several libraries, so the provider is installed before any of them.
        crypto::install();
        let breaker = Breaker::default();
        let storage = Storage::new(&config, breaker.clone(), clock.clone());
        let keys = Keys::new(&config.jwt_secret);
        let hash_queue = config.hash_queue;
        Self(Arc::new(Shared {
            bus: Arc::new(Bus::new(&db, &config)),
            capacity: Capacity::new(&config),
            database_health: DatabaseHealth::default(),
            shutting_down: AtomicBool::new(false),
            db,
            config,
            clock,
            keys,
            hasher: Hasher::new(hash_queue),
            work_ready: Arc::default(),
            storage,
            breaker,
            hub: Hub::default(),
            callers: OnceLock::new(),
            token_uses: TokenUses::default(),
            key_origins: KeyOrigins::default(),
            session_checks: Arc::default(),
        }))
    }

    /// The same replica with another configuration. Stored files stay where they are unless the address of the storage changes.
    #[must_use]
    pub fn with_config(&self, config: Config) -> Self {
        let stays = config.media_url == self.config.media_url;
        let storage = if stays {
            self.storage.clone()
        } else {
            Storage::new(&config, self.breaker.clone(), self.clock.clone())
        };
        let hasher = if config.hash_queue == self.config.hash_queue {
            self.hasher.clone()
        } else {
            Hasher::new(config.hash_queue)
        };
        Self(Arc::new(Shared {
            bus: Arc::new(Bus::new(&self.db, &config)),
            db: self.db.clone(),
            keys: Keys::new(&config.jwt_secret),
            capacity: Capacity::new(&config),
            database_health: DatabaseHealth::default(),
            shutting_down: AtomicBool::new(false),
            config,
            clock: self.clock.clone(),
            hasher,
            work_ready: self.work_ready.clone(),
            storage,
            breaker: self.breaker.clone(),
            hub: Hub::default(),
            callers: OnceLock::new(),
            token_uses: TokenUses::default(),
            key_origins: KeyOrigins::default(),
            session_checks: Arc::default(),
        }))
    }

    /// Sets the loader of callers. Later calls have no effect.
    pub fn set_callers(&self, loader: Arc<dyn CallerLoader>) {
        self.callers.get_or_init(|| loader);
    }

    pub(crate) fn callers(&self) -> Result<&dyn CallerLoader, DbErr> {
        let loader = self.callers.get();
        loader
            .map(AsRef::as_ref)
            .ok_or_else(|| DbErr::Custom("the loader of callers is not set".to_owned()))
    }

    /// Whether an API key names this origin of web pages. The authorization layer checks that the key of the request does.
    pub async fn is_key_origin(&self, origin: &str) -> Result<bool, DbErr> {
        let now = self.clock.now();
        let read = self.callers()?.key_origins(self.system(), now);
        self.key_origins.contain(origin, now, read).await
    }

    /// Wakes a worker of this replica to run an urgent job. Call it after the commit.
    pub fn wake_worker(&self) {
        self.work_ready.notify_one();
    }

    /// Waits for a call of [`Self::wake_worker`]. A call made earlier counts too.
    pub(crate) async fn wait_for_work(&self) {
        self.work_ready.notified().await;
    }

    /// The scope of all tenants: for login, jobs and the command line.
    pub fn system(&self) -> SystemScope {
        self.scope(None, SystemPolicy(()))
    }

    /// A scope of the whole pool. `origin` is the socket of the page that sent the request.
    pub(crate) fn scope<W: RowPolicy>(&self, origin: Option<Arc<str>>, policy: W) -> Scope<W> {
        Scope::new(self.db.pool.clone(), ChangePublisher::new(&self.bus, origin), policy)
    }

    /// Applies the pending migrations and returns their names.
    pub async fn migrate(&self) -> Result<Vec<String>, sea_orm::DbErr> {
        let pending = self.db.pending_migrations().await?;
        if !pending.is_empty() {
            self.db.migrate().await?;
        }
        Ok(pending)
    }

    /// Merges the segments of a full-text index and returns how many there were.
    pub async fn merge_segments(&self, index: &'static str) -> Result<i64, sea_orm::DbErr> {
        self.db.merge_segments(index).await
    }

    /// Takes this replica out of the load balancer: `/readyz` answers 503 from now on.
    pub fn start_shutdown(&self) {
        self.shutting_down.store(true, Ordering::Release);
    }

    /// Whether this replica is shutting down.
    pub fn is_shutting_down(&self) -> bool {
        self.shutting_down.load(Ordering::Acquire)
    }

    /// Checks on a connection of its own whether the database can be reached, until `stopping` is set. Meanwhile requests get a
    /// 503 at once when it can't, instead of waiting for a connection.
    pub async fn watch_database(&self, stopping: watch::Receiver<bool>) {
        self.db.watch_health(&self.database_health, stopping).await;
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), sea_orm::DbErr> {
        if self.database_health.is_lost() {
            return Err(sea_orm::DbErr::Custom("the database can't be reached".to_owned()));
        }
        self.db.ping().await
    }
}
