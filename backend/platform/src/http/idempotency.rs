//! `Idempotency-Key`: a replay gets the first response, and a different request under the same key is refused.
//!
//! The response is stored in the transaction of the change, so that it exists exactly when the change does. Only a request that
//! fails, or finds its key already stored, reads the stored response; a first request costs one insert.

use super::{ApiResponse, Failure};
use crate::{
    auth::Replay,
    rng,
    scope::{RowPolicy, Scope, ScopedConnection, Tx, UserPolicy},
    state::AppState,
};
use chrono::{DateTime, Duration, Utc};
use sea_orm::{ActiveValue::NotSet, Set, entity::prelude::*, sea_query::OnConflict};
use shared_types::{endpoint::Endpoint, id::UserId, page::IDEMPOTENCY_DAYS, problem::ProblemCode};

pub mod idempotency_key {
    //! Keys, and the responses stored under them.

    use sea_orm::entity::prelude::*;
    use shared_types::id::UserId;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "idempotency_keys")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub user_id: UserId,
        pub key: String,
        pub request_hash: String,
        pub response_status: i32,
        pub response_body: String,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

crate::owned!(idempotency_key::Entity => User(idempotency_key::Column::UserId));

/// A key, its owner, and a hash of the request it was sent with. A person's cabinets have separate keys.
#[derive(Clone, Debug)]
pub struct IdempotencyKey {
    user_id: UserId,
    text: String,
    request_hash: String,
    /// Notified when the stored response is sent.
    replay: Replay,
}

impl IdempotencyKey {
    /// `cabinet` separates the keys of a person's cabinets; `target` is the path with the query.
    pub(super) fn new(
        user_id: UserId,
        cabinet: &str,
        key: &str,
        (method, target, body): (&str, &str, &[u8]),
        replay: Replay,
    ) -> Self {
        let request_hash = rng::digest([method.as_bytes(), b" ", target.as_bytes(), b"\n", body].concat());
        Self {
            user_id,
            text: format!("{cabinet}:{key}"),
            request_hash,
            replay,
        }
    }
}

impl<W: RowPolicy> Scope<W> {
    /// Runs the operation of a request in a transaction and commits it with the response. A repeated key gets the stored response.
    pub async fn run<E: Endpoint>(
        &self,
        state: &AppState,
        key: Option<IdempotencyKey>,
        operation: impl AsyncFnOnce(&Tx<W>) -> Result<E::Response, Failure>,
    ) -> Result<ApiResponse<E>, Failure> {
        let tx = self.begin().await?;
        let result = operation(&tx).await;
        finish_transaction(state, tx, key, result).await
    }
}

/// Ends the transaction of a request: commits it with the response, or rolls back and replays the stored response, if any.
async fn finish_transaction<E: Endpoint, W: RowPolicy>(
    state: &AppState,
    tx: Tx<W>,
    key: Option<IdempotencyKey>,
    result: Result<E::Response, Failure>,
) -> Result<ApiResponse<E>, Failure> {
    let Some(key) = key else {
        return match result {
            Ok(response) => {
                tx.commit().await?;
                Ok(ApiResponse(response))
            }
            Err(failure) => {
                tx.rollback().await?;
                Err(failure)
            }
        };
    };
    match result {
        Ok(response) => {
            if store_response::<E, W>(&tx, &key, &response, state.clock.now()).await? {
                tx.commit().await?;
                return Ok(ApiResponse(response));
            }
            tx.rollback().await?;
            stored_response(state, &key)
                .await?
                .ok_or_else(|| Failure::internal("the response of an idempotency key was not found"))
        }
        Err(failure) => {
            tx.rollback().await?;
            stored_response(state, &key).await?.ok_or(failure)
        }
    }
}

/// The name of the job that deletes old keys.
pub const EXPIRE: &str = "idempotency:expire";

/// Deletes keys that are no longer kept.
pub async fn delete_old_keys(state: AppState) -> Result<(), DbErr> {
    let oldest = state.clock.now() - Duration::days(IDEMPOTENCY_DAYS);
    let old = idempotency_key::Entity::delete_many().filter(idempotency_key::Column::CreatedAt.lt(oldest));
    state.system().delete_where(old).await.map(drop)
}

async fn store_response<E: Endpoint, W: RowPolicy>(
    tx: &Tx<W>,
    key: &IdempotencyKey,
    response: &E::Response,
    now: DateTime<Utc>,
) -> Result<bool, Failure> {
    let row = idempotency_key::ActiveModel {
        id: NotSet,
        user_id: Set(key.user_id),
        key: Set(key.text.clone()),
        request_hash: Set(key.request_hash.clone()),
        response_status: Set(E::STATUS.into()),
        response_body: Set(serde_json::to_string(response).map_err(Failure::internal)?),
        created_at: Set(now),
    };
    let unique = OnConflict::columns([idempotency_key::Column::UserId, idempotency_key::Column::Key]);
    Ok(tx.as_user(key.user_id).insert_if_absent(row, unique).await?)
}

async fn stored_response<E: Endpoint>(
    state: &AppState,
    key: &IdempotencyKey,
) -> Result<Option<ApiResponse<E>>, Failure> {
    let scope = state.scope(None, UserPolicy { user_id: key.user_id });
    let stored = scope
        .one(idempotency_key::Entity::find().filter(idempotency_key::Column::Key.eq(key.text.clone())))
        .await?;
    match stored {
        None => Ok(None),
        Some(row) if row.request_hash != key.request_hash => Err(ProblemCode::IdempotencyKeyReused.into()),
        Some(row) => {
            let response = serde_json::from_str(&row.response_body).map_err(Failure::internal)?;
            key.replay.note();
            Ok(Some(ApiResponse(response)))
        }
    }
}
