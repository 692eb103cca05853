//! The user's profile picture.

use crate::profile::ProfileError;
use crate::profile::account::to_profile;
use bytes::Bytes;
use entities::user;
use infra::media::{self, Area};
use platform::error::OperationError;
use platform::{auth::Caller, jobs::enqueue, scope::ScopedConnection, state::AppState};
use sea_orm::{
    QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::profile::Profile;
use std::collections::BTreeSet;

/// Job that removes picture files that no user has.
pub(super) const SWEEP_JOB: &str = "profile:sweep";

/// Stores a new picture and removes the former one.
pub(super) async fn set(state: &AppState, caller: &Caller, bytes: Bytes) -> Result<Profile, ProfileError> {
    let path = media::new_path(Area::Avatars, caller.user_id);
    let stored = media::store_photo(&state.storage, path, bytes).await?;
    replace(state, caller, Some(stored.path)).await
}

/// Removes the picture.
pub(super) async fn remove(state: &AppState, caller: &Caller) -> Result<Profile, ProfileError> {
    replace(state, caller, None).await
}

/// Replaces the picture's path in the user's row and enqueues the removal of the former file.
async fn replace(state: &AppState, caller: &Caller, new: Option<String>) -> Result<Profile, ProfileError> {
    let now = state.clock.now();
    let updated = state
        .system()
        .in_transaction(async |tx| {
            let own = user::Entity::find_by_id(caller.user_id).lock_exclusive();
            let before = tx.one(own).await?.ok_or(OperationError::NotFound)?;
            let update = user::Entity::update_many()
                .col_expr(user::Column::AvatarKey, Expr::value(new))
                .col_expr(user::Column::Version, Expr::col(user::Column::Version).add(1))
                .col_expr(user::Column::UpdatedAt, Expr::value(now))
                .filter(user::Column::Id.eq(caller.user_id));
            let updated = tx.update(update).await?.pop().ok_or(OperationError::NotFound)?;
            if let Some(path) = &before.avatar_key {
                enqueue(tx, media::removal_job(path, now), now).await?;
            }
            Ok::<_, ProfileError>(updated)
        })
        .await?;
    state.wake_worker();
    to_profile(state, caller, updated).await
}

/// Removes files whose upload was interrupted before the user's row was updated.
pub(super) async fn sweep(state: AppState) -> Result<(), String> {
    let in_use = |folders: Vec<String>| {
        let system = state.system();
        async move {
            let users = user::Entity::find().filter(user::Column::AvatarKey.is_in(folders));
            let users = system.all(users).await?.into_iter();
            Ok(users.filter_map(|user| user.avatar_key).collect::<BTreeSet<_>>())
        }
    };
    media::remove_orphans(&state, Area::Avatars.as_str(), in_use).await
}
