//! Passwords: Argon2id (19 MiB, 2 passes, 1 lane) off the async threads, as many at once as there are cores.

use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use std::{num::NonZero, sync::Arc, thread::available_parallelism};
use tokio::sync::Semaphore;

/// A hash of nothing anybody knows, so that unknown phones cost as much as known ones.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$a2FyYXZhbi1uby1vbmU$1sDYW4mnbLv0nBu4xTYvTQ7jmzHyZ0Ka7c2nUQKqP9g";

/// A bounded pool of hashing work.
#[derive(Clone)]
pub struct Hasher {
    places: Arc<Semaphore>,
}

/// Hashing could not be done.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the password could not be hashed: {0}")]
pub struct HashError(String);

impl Default for Hasher {
    fn default() -> Self {
        Self {
            places: Arc::new(Semaphore::new(available_parallelism().map_or(1, NonZero::get))),
        }
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
        let _place = self
            .places
            .acquire()
            .await
            .map_err(|error| HashError(error.to_string()))?;
        tokio::task::spawn_blocking(work)
            .await
            .map_err(|error| HashError(error.to_string()))
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
