//! Passwords: Argon2id (19 MiB, 2 passes, 1 lane) on threads of their own.
//!
//! Half the cores hash at most, and where cores are short, the threads that serve requests go first. The queue before them is
//! bounded: a full queue refuses at once, and strangers can fill three quarters of it only.

use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use std::{
    num::NonZero,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering},
        mpsc,
    },
    thread::{self, available_parallelism},
};
use tokio::sync::oneshot;

/// A hash of nothing anybody knows, so that unknown phones cost as much as known ones.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$a2FyYXZhbi1uby1vbmU$1sDYW4mnbLv0nBu4xTYvTQ7jmzHyZ0Ka7c2nUQKqP9g";

/// How far the threads that hash stand behind the others, in the system's own measure.
#[cfg(target_os = "linux")]
const BEHIND: i32 = 10;

/// Seconds after which a full queue has room again.
pub const RETRY_SECONDS: i64 = 1;

type Work = Box<dyn FnOnce() + Send>;

/// How much of the queue a request may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Three quarters.
    Stranger,
    /// All of it: a known browser, a login that is open, a code that was asked for.
    Known,
}

/// A bounded pool of hashing work.
#[derive(Clone)]
pub struct Hasher {
    work: mpsc::Sender<Work>,
    queue: Arc<Queue>,
}

struct Queue {
    /// The most jobs that wait or run.
    places: usize,
    taken: AtomicUsize,
    /// Hashes computed so far.
    computed: AtomicU64,
}

/// A place in the queue; dropped, it is free again.
struct Place(Arc<Queue>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.taken.fetch_sub(1, Ordering::AcqRel);
    }
}

/// A place in the queue for one hash.
pub struct Slot {
    hasher: Hasher,
    place: Place,
}

/// Hashing could not be done.
#[derive(Clone, Debug, thiserror::Error)]
pub enum HashError {
    /// The queue is full.
    #[error("too many passwords wait to be hashed")]
    Busy,
    /// The work itself failed.
    #[error("the password could not be hashed: {0}")]
    Failed(String),
}

/// Works until no sender is left.
fn hash_on(waiting: &Mutex<mpsc::Receiver<Work>>) {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(BEHIND) {
        tracing::debug!(%error, "the threads that hash passwords have the priority of the others");
    }
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(work) = next else { return };
        // The caller of work that panicked gets an error by the dropped channel; the thread goes on.
        let _ = catch_unwind(AssertUnwindSafe(work));
    }
}

fn hash(secret: &str) -> Result<String, HashError> {
    let hash = Argon2::default().hash_password(secret.as_bytes());
    hash.map(|hash| hash.to_string())
        .map_err(|error| HashError::Failed(error.to_string()))
}

fn verify(secret: &str, hash: Option<&str>) -> bool {
    let fits = PasswordHash::new(hash.unwrap_or(NOBODY))
        .is_ok_and(|parsed| Argon2::default().verify_password(secret.as_bytes(), &parsed).is_ok());
    hash.is_some() && fits
}

impl Hasher {
    /// A pool with so many places in the queue per thread.
    pub fn new(places_per_thread: usize) -> Self {
        let (work, waiting) = mpsc::channel::<Work>();
        let waiting = Arc::new(Mutex::new(waiting));
        let threads = available_parallelism().map_or(1, NonZero::get).div_ceil(2);
        for _ in 0..threads {
            let waiting = Arc::clone(&waiting);
            thread::spawn(move || hash_on(&waiting));
        }
        let queue = Queue {
            places: places_per_thread.saturating_mul(threads),
            taken: AtomicUsize::new(0),
            computed: AtomicU64::new(0),
        };
        Self {
            work,
            queue: Arc::new(queue),
        }
    }

    /// Takes a place in the queue, or refuses at once. Take it after every cheap check and before the secret is used up.
    pub fn reserve(&self, lane: Lane) -> Result<Slot, HashError> {
        let places = match lane {
            Lane::Stranger => self.queue.places - self.queue.places / 4,
            Lane::Known => self.queue.places,
        };
        let taken = &self.queue.taken;
        let more = |taken: usize| (taken < places).then_some(taken + 1);
        if taken.fetch_update(Ordering::AcqRel, Ordering::Acquire, more).is_err() {
            metrics::counter!("karavan_hashes_refused_total").increment(1);
            return Err(HashError::Busy);
        }
        Ok(Slot {
            hasher: self.clone(),
            place: Place(Arc::clone(&self.queue)),
        })
    }

    /// Hashes a secret outside the bound of the queue: for jobs, and for a person who was verified a moment ago.
    pub async fn hash(&self, secret: String) -> Result<String, HashError> {
        self.run(None, move || hash(&secret)).await?
    }

    /// Hashes computed since the start.
    pub fn computed(&self) -> u64 {
        self.queue.computed.load(Ordering::Acquire)
    }

    async fn run<T: Send + 'static>(
        &self,
        place: Option<Place>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, HashError> {
        let (done, answer) = oneshot::channel();
        let queue = Arc::clone(&self.queue);
        let work = Box::new(move || {
            let _place = place;
            // The work of a caller that went away is dropped.
            if !done.is_closed() {
                queue.computed.fetch_add(1, Ordering::AcqRel);
                metrics::counter!("karavan_hashes_total").increment(1);
                let _ = done.send(work());
            }
        });
        let sent = self.work.send(work);
        sent.map_err(|error| HashError::Failed(error.to_string()))?;
        answer.await.map_err(|error| HashError::Failed(error.to_string()))
    }
}

impl Slot {
    /// Hashes a password or a short code with a fresh salt.
    pub async fn hash(self, secret: String) -> Result<String, HashError> {
        let Self { hasher, place } = self;
        hasher.run(Some(place), move || hash(&secret)).await?
    }

    /// Whether the secret fits the hash; without a hash it takes the same time and says no.
    pub async fn verify(self, secret: String, hash: Option<String>) -> Result<bool, HashError> {
        let Self { hasher, place } = self;
        hasher.run(Some(place), move || verify(&secret, hash.as_deref())).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;

    #[test]
    fn nobody_costs_as_much_as_anybody() {
        let hash = PasswordHash::new(NOBODY).expect("a hash that is worked through");
        assert!(hash.hash.is_some() && hash.salt.is_some());
    }

    #[tokio::test]
    async fn a_password_fits_its_hash_only() {
        let hasher = Hasher::new(4);
        let slot = || hasher.reserve(Lane::Stranger).expect("a place");
        let hash = hasher.hash("сложный пароль 密码".to_owned()).await.expect("hashes");
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        for (secret, hash, fits) in [
            ("сложный пароль 密码", Some(hash.clone()), true),
            ("другой", Some(hash), false),
            ("любой", None, false),
        ] {
            assert_eq!(slot().verify(secret.to_owned(), hash).await.expect("verifies"), fits);
        }
        assert_eq!(hasher.computed(), 4);
    }

    #[tokio::test]
    async fn a_full_queue_refuses_at_once_and_keeps_a_share_for_the_known() {
        let hasher = Hasher::new(8);
        let places = hasher.queue.places;
        let mut slots: Vec<Slot> = std::iter::from_fn(|| hasher.reserve(Lane::Stranger).ok()).collect();
        assert_eq!(slots.len(), places - places / 4);
        slots.extend(std::iter::from_fn(|| hasher.reserve(Lane::Known).ok()));
        assert_eq!(slots.len(), places);
        assert!(matches!(hasher.reserve(Lane::Known), Err(HashError::Busy)));
        drop(slots);
        assert!(hasher.reserve(Lane::Stranger).is_ok());
    }

    #[tokio::test]
    async fn work_of_a_caller_that_went_away_is_dropped() {
        let hasher = Hasher::new(8);
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
        let slot = hasher.reserve(Lane::Known).expect("a place");
        let mut left = Box::pin(slot.hash("nobody waits for it".to_owned()));
        assert!((&mut left).now_or_never().is_none());
        drop(left);
        drop(release);
        for blocker in blockers {
            blocker.await.expect("joins").expect("runs");
        }
        let _ = hasher.hash("the last one".to_owned()).await.expect("hashes");
        let blockers = u64::try_from(available_parallelism().map_or(1, NonZero::get)).expect("fits");
        assert_eq!(hasher.computed(), blockers + 1, "the work in between was not done");
        assert_eq!(hasher.queue.taken.load(Ordering::Acquire), 0);
    }
}
