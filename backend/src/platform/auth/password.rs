//! Passwords: Argon2id (19 MiB, 2 passes, 1 lane) on threads of their own.
//!
//! A crowd that logs in waits for itself, not the others for it: half the cores hash at most, and where cores are short, the
//! threads that answer everybody else go first.

use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use std::{
    num::NonZero,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread::{self, available_parallelism},
};
use tokio::sync::oneshot;

/// A hash of nothing anybody knows, so that unknown phones cost as much as known ones.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$a2FyYXZhbi1uby1vbmU$1sDYW4mnbLv0nBu4xTYvTQ7jmzHyZ0Ka7c2nUQKqP9g";

/// How far the threads that hash stand behind the others, in the system's own measure.
#[cfg(target_os = "linux")]
const BEHIND: i32 = 10;

type Work = Box<dyn FnOnce() + Send>;

/// A bounded pool of hashing work.
#[derive(Clone)]
pub struct Hasher {
    work: mpsc::Sender<Work>,
}

/// Hashing could not be done.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the password could not be hashed: {0}")]
pub struct HashError(String);

impl Default for Hasher {
    fn default() -> Self {
        let (work, waiting) = mpsc::channel::<Work>();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..available_parallelism().map_or(1, NonZero::get).div_ceil(2) {
            let waiting = Arc::clone(&waiting);
            thread::spawn(move || hash_on(&waiting));
        }
        Self { work }
    }
}

/// Works until nobody can send work any more.
fn hash_on(waiting: &Mutex<mpsc::Receiver<Work>>) {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(BEHIND) {
        tracing::debug!(%error, "the threads that hash passwords stand beside the others");
    }
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(work) = next else { return };
        // Whoever waits for what panicked is told so by the answer that never comes; the thread goes on.
        let _ = catch_unwind(AssertUnwindSafe(work));
    }
}

impl Hasher {
    /// Hashes a password or a short code with a fresh salt.
    pub async fn hash(&self, secret: String) -> Result<String, HashError> {
        self.run(move || {
            Argon2::default()
                .hash_password(secret.as_bytes())
                .map(|hash| hash.to_string())
                .map_err(|error| HashError(error.to_string()))
        })
        .await?
    }

    /// Whether the secret fits the hash; without a hash it takes the same time and says no.
    pub async fn verify(&self, secret: String, hash: Option<String>) -> Result<bool, HashError> {
        self.run(move || {
            let known = hash.is_some();
            let hash = hash.unwrap_or_else(|| NOBODY.to_owned());
            let fits = PasswordHash::new(&hash)
                .is_ok_and(|parsed| Argon2::default().verify_password(secret.as_bytes(), &parsed).is_ok());
            known && fits
        })
        .await
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, HashError> {
        let (told, answer) = oneshot::channel();
        let work = Box::new(move || {
            // Whoever went away meanwhile needs no answer, and no work.
            if !told.is_closed() {
                let _ = told.send(work());
            }
        });
        self.work.send(work).map_err(|error| HashError(error.to_string()))?;
        answer.await.map_err(|error| HashError(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_costs_as_much_as_anybody() {
        let hash = PasswordHash::new(NOBODY).expect("a hash that is worked through");
        assert!(hash.hash.is_some() && hash.salt.is_some());
    }

    #[tokio::test]
    async fn a_password_fits_its_hash_only() {
        let hasher = Hasher::default();
        let hash = hasher.hash("сложный пароль 密码".to_owned()).await.expect("hashes");
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(
            hasher
                .verify("сложный пароль 密码".to_owned(), Some(hash.clone()))
                .await
                .expect("verifies")
        );
        assert!(!hasher.verify("другой".to_owned(), Some(hash)).await.expect("verifies"));
        assert!(!hasher.verify("любой".to_owned(), None).await.expect("verifies"));
    }
}
