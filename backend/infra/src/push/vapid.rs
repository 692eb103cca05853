//! The key by which push services know this server (RFC 8292). It is made once: another key ends all subscriptions.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, Duration, Utc};
use entities::push_key;
use platform::{
    scope::ScopedConnection,
    sealed::{self, UnreadableSecret},
    state::AppState,
};
use ring::{
    error::{KeyRejected, Unspecified},
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _},
};
use sea_orm::{DbErr, Set, entity::prelude::*, sea_query::OnConflict};
use serde_json::json;
use url::Url;

/// The id of the only row.
const ROW: i64 = 1;
const CONTEXT: &str = "the key of web push";
/// How long a token is valid. Push services refuse more than a day.
const TOKEN_LIFETIME: Duration = Duration::hours(12);

#[derive(Debug, thiserror::Error)]
pub enum PushKeyError {
    #[error(transparent)]
    Database(#[from] DbErr),
    #[error(transparent)]
    Unreadable(#[from] UnreadableSecret),
    #[error("the key of web push can't be used: {0}")]
    Rejected(#[from] KeyRejected),
    #[error("the key of web push can't be made or used")]
    Failed(#[from] Unspecified),
}

/// The key pair of the server.
pub(super) struct PushKey(EcdsaKeyPair);

impl PushKey {
    /// Reads the key. The first call makes it.
    pub(super) async fn load(state: &AppState) -> Result<Self, PushKeyError> {
        let system = state.system();
        let find = push_key::Entity::find_by_id(ROW);
        let mut stored = system.one(find.clone()).await?;
        if stored.is_none() {
            Self::make(state).await?;
            stored = system.one(find).await?;
        }
        let stored = stored.ok_or_else(|| DbErr::RecordNotFound("the key of web push".to_owned()))?;
        let key = sealed::open(&state.config.secrets_key, CONTEXT, &stored.private_key)?;
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &key, &SystemRandom::new())?;
        Ok(Self(key))
    }

    /// Stores a new key, unless another replica was first.
    async fn make(state: &AppState) -> Result<(), PushKeyError> {
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())?;
        let row = push_key::ActiveModel {
            id: Set(ROW),
            private_key: Set(sealed::seal(&state.config.secrets_key, CONTEXT, made.as_ref())?),
            created_at: Set(state.clock.now()),
        };
        let unique = OnConflict::column(push_key::Column::Id);
        state.system().insert_if_absent(row, unique).await?;
        Ok(())
    }

    /// The public key in base64url, as browsers take it.
    pub(super) fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0.public_key())
    }

    /// The value of `Authorization` for a push service. `contact` is an address of the operator.
    pub(super) fn authorization(
        &self,
        endpoint: &Url,
        contact: &str,
        now: DateTime<Utc>,
    ) -> Result<String, Unspecified> {
        let claims = json!({
            "aud": endpoint.origin().ascii_serialization(),
            "exp": (now + TOKEN_LIFETIME).timestamp(),
            "sub": contact,
        });
        let [header, claims] =
            [json!({"typ": "JWT", "alg": "ES256"}), claims].map(|part| URL_SAFE_NO_PAD.encode(part.to_string()));
        let signed = format!("{header}.{claims}");
        let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes())?;
        let signature = URL_SAFE_NO_PAD.encode(signature);
        // Some readers accept no space after the comma.
        Ok(format!("vapid t={signed}.{signature},k={}", self.public()))
    }
}
