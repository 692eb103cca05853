//! Password hashing: Argon2id (19 MiB, 2 passes, 1 lane) on dedicated threads.
//!
//! At most half of the cores hash, at a lower priority than the threads that serve requests. The queue is bounded: a full queue
//! refuses at once, and unknown callers can fill three quarters of it only.

use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use std::{
    num::NonZero,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread::{self, available_parallelism},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// A hash of an unknown secret, so that verifying an unknown phone takes as long as verifying a known one.
const DUMMY_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$a2FyYXZhbi1uby1vbmU$1sDYW4mnbLv0nBu4xTYvTQ7jmzHyZ0Ka7c2nUQKqP9g";

/// The niceness of the hashing threads.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Seconds after which a caller that was refused by a full queue may try again.
pub const RETRY_SECONDS: i64 = 1;

type Task = Box<dyn FnOnce() + Send>;

/// How much of the queue a request may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueShare {
    /// Three quarters: unknown callers.
    Anonymous,
    /// All of it: a known browser, an open session, a code that was requested.
    Known,
}

/// A bounded pool of hashing threads.
#[derive(Clone)]
pub struct Hasher {
    work: mpsc::Sender<Task>,
    /// Slots of the tasks that may wait or run.
    slots: Arc<Semaphore>,
    /// The slots that unknown callers may use.
    anonymous_slots: Arc<Semaphore>,
    /// The number of all slots.
    capacity: usize,
    /// Hashes computed so far.
    computed: Arc<AtomicU64>,
}

/// The slots of one task, released on drop.
struct Permit {
    _slot: OwnedSemaphorePermit,
    _anonymous_slot: Option<OwnedSemaphorePermit>,
}

/// A reserved slot in the queue for one hash.
pub struct Reservation {
    hasher: Hasher,
    permit: Permit,
}

/// Why a hash was not computed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum HashError {
    /// The queue is full.
    #[error("the queue of the password hasher is full")]
    Busy,
    /// The computation failed.
    #[error("the password could not be hashed: {0}")]
    Failed(String),
}

/// Runs tasks until all senders are dropped.
fn run_worker(tasks: &Mutex<mpsc::Receiver<Task>>) {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(NICENESS) {
        tracing::debug!(%error, "password hashing threads run at normal priority");
    }
    loop {
        let next = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(work) = next else { return };
        // A panic drops the channel of the caller, which gets an error; the thread continues.
        let _ = catch_unwind(AssertUnwindSafe(work));
    }
}

fn hash(secret: &str) -> Result<String, HashError> {
    let hash = Argon2::default().hash_password(secret.as_bytes());
    hash.map(|hash| hash.to_string())
        .map_err(|error| HashError::Failed(error.to_string()))
}

fn verify(secret: &str, hash: Option<&str>) -> bool {
    let matches = PasswordHash::new(hash.unwrap_or(DUMMY_HASH))
        .is_ok_and(|parsed| Argon2::default().verify_password(secret.as_bytes(), &parsed).is_ok());
    hash.is_some() && matches
}

impl Hasher {
    /// Starts the threads. The queue holds `queue_per_thread` tasks per thread.
    pub fn new(queue_per_thread: usize) -> Self {
        let (work, tasks) = mpsc::channel::<Task>();
        let tasks = Arc::new(Mutex::new(tasks));
        let threads = available_parallelism().map_or(1, NonZero::get).div_ceil(2);
        for _ in 0..threads {
            let tasks = Arc::clone(&tasks);
            thread::spawn(move || run_worker(&tasks));
        }
        let capacity = queue_per_thread.saturating_mul(threads);
        Self {
            work,
            slots: Arc::new(Semaphore::new(capacity)),
            anonymous_slots: Arc::new(Semaphore::new(capacity - capacity / 4)),
            capacity,
            computed: Arc::default(),
        }
    }

    /// Reserves a slot in the queue, or refuses at once. Call it after every cheap check, and before a one-time secret is
    /// consumed.
    pub fn reserve(&self, share: QueueShare) -> Result<Reservation, HashError> {
        let permit = self.permit(share).ok_or_else(|| {
            metrics::counter!("karavan_hashes_refused_total").increment(1);
            HashError::Busy
        })?;
        Ok(Reservation {
            hasher: self.clone(),
            permit,
        })
    }

    fn permit(&self, share: QueueShare) -> Option<Permit> {
        let anonymous_slot = match share {
            QueueShare::Anonymous => Some(Arc::clone(&self.anonymous_slots).try_acquire_owned().ok()?),
            QueueShare::Known => None,
        };
        Some(Permit {
            _slot: Arc::clone(&self.slots).try_acquire_owned().ok()?,
            _anonymous_slot: anonymous_slot,
        })
    }

    /// Hashes a secret regardless of the queue's bound: for jobs, and for a person who was verified a moment ago.
    pub async fn hash(&self, secret: String) -> Result<String, HashError> {
        self.run(None, move || hash(&secret)).await?
    }

    /// The number of slots in use: hashes that wait or are computed.
    pub(crate) fn waiting(&self) -> usize {
        self.capacity.saturating_sub(self.slots.available_permits())
    }

    /// Hashes computed since the start.
    pub fn computed(&self) -> u64 {
        self.computed.load(Ordering::Acquire)
    }

    async fn run<T: Send + 'static>(
        &self,
        permit: Option<Permit>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, HashError> {
        let (sender, receiver) = oneshot::channel();
        let computed = Arc::clone(&self.computed);
        let work = Box::new(move || {
            let _permit = permit;
            // A task whose caller is gone is skipped.
            if !sender.is_closed() {
                computed.fetch_add(1, Ordering::AcqRel);
                metrics::counter!("karavan_hashes_total").increment(1);
                let _ = sender.send(work());
            }
        });
        let sent = self.work.send(work);
        sent.map_err(|error| HashError::Failed(error.to_string()))?;
        receiver.await.map_err(|error| HashError::Failed(error.to_string()))
    }
}

impl Reservation {
    /// Hashes a password or a short code with a fresh salt.
    pub async fn hash(self, secret: String) -> Result<String, HashError> {
        let Self { hasher, permit } = self;
        hasher.run(Some(permit), move || hash(&secret)).await?
    }

    /// Whether the secret matches the hash. Without a hash it takes the same time and returns false.
    pub async fn verify(self, secret: String, hash: Option<String>) -> Result<bool, HashError> {
        let Self { hasher, permit } = self;
        hasher.run(Some(permit), move || verify(&secret, hash.as_deref())).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;

    #[test]
    fn dummy_hash_is_a_valid_hash() {
        let hash = PasswordHash::new(DUMMY_HASH).expect("a valid hash");
        assert!(hash.hash.is_some() && hash.salt.is_some());
    }

    #[tokio::test]
    async fn password_matches_its_own_hash_only() {
        let hasher = Hasher::new(4);
        let slot = || hasher.reserve(QueueShare::Anonymous).expect("a slot");
        let hash = hasher.hash("сложный пароль 密码".to_owned()).await.expect("hashes");
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        for (secret, hash, expected) in [
            ("сложный пароль 密码", Some(hash.clone()), true),
            ("другой", Some(hash), false),
            ("любой", None, false),
        ] {
            assert_eq!(
                slot().verify(secret.to_owned(), hash).await.expect("verifies"),
                expected
            );
        }
        assert_eq!(hasher.computed(), 4);
    }

    #[tokio::test]
    async fn full_queue_refuses_at_once_and_keeps_a_share_for_known_callers() {
        let hasher = Hasher::new(8);
        let available = hasher.slots.available_permits();
        let mut slots: Vec<Reservation> = std::iter::from_fn(|| hasher.reserve(QueueShare::Anonymous).ok()).collect();
        assert_eq!(slots.len(), available - available / 4);
        slots.extend(std::iter::from_fn(|| hasher.reserve(QueueShare::Known).ok()));
        assert_eq!(slots.len(), available);
        assert!(matches!(hasher.reserve(QueueShare::Known), Err(HashError::Busy)));
        drop(slots);
        assert!(hasher.reserve(QueueShare::Anonymous).is_ok());
    }

    #[tokio::test]
    async fn task_of_a_dropped_caller_is_skipped() {
        let hasher = Hasher::new(8);
        let capacity = hasher.slots.available_permits();
        let (release, wait) = mpsc::channel::<()>();
        let wait = Arc::new(Mutex::new(wait));
        // Every thread is busy until the sender is dropped.
        let blockers: Vec<_> = (0..available_parallelism().map_or(1, NonZero::get))
            .map(|_| {
                let (hasher, wait) = (hasher.clone(), Arc::clone(&wait));
                tokio::spawn(async move {
                    let blocked = move || {
                        let _ = wait.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    };
                    hasher.run(None, blocked).await
                })
            })
            .collect();
        tokio::task::yield_now().await;
        let slot = hasher.reserve(QueueShare::Known).expect("a slot");
        let mut left = Box::pin(slot.hash("nobody waits for it".to_owned()));
        assert!((&mut left).now_or_never().is_none());
        drop(left);
        drop(release);
        for blocker in blockers {
            blocker.await.expect("joins").expect("runs");
        }
        let _ = hasher.hash("the last one".to_owned()).await.expect("hashes");
        let blockers = u64::try_from(available_parallelism().map_or(1, NonZero::get)).expect("fits");
        assert_eq!(
            hasher.computed(),
            blockers + 1,
            "the task of the dropped caller did not run"
        );
        assert_eq!(hasher.slots.available_permits(), capacity);
    }
}
