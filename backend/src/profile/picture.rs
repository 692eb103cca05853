//! The person's picture.

use super::change::told;
use crate::{
    identity::entity::user,
    media::{self, Area},
    platform::{auth::Caller, http::Failure, jobs::enqueue, scope::Rows, state::AppState},
};
use bytes::Bytes;
use sea_orm::{
    QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{problem::ProblemCode, profile::Profile};
use std::collections::BTreeSet;

/// The job that removes pictures that belong to nobody.
pub(super) const SWEEP: &str = "profile:sweep";

/// Keeps a new picture; the one before goes.
pub(super) async fn set(state: &AppState, caller: &Caller, bytes: Bytes) -> Result<Profile, Failure> {
    let path = media::new_path(Area::Avatars, caller.user_id);
    let stored = media::keep_photo(&state.storage, path, bytes).await?;
    exchange(state, caller, Some(stored.path)).await
}

/// Gives the picture up.
pub(super) async fn remove(state: &AppState, caller: &Caller) -> Result<Profile, Failure> {
    exchange(state, caller, None).await
}

async fn exchange(state: &AppState, caller: &Caller, new: Option<String>) -> Result<Profile, Failure> {
    let now = state.clock.now();
    let tx = state.system().begin().await?;
    let own = user::Entity::find_by_id(caller.user_id).lock_exclusive();
    let before = tx.one(own).await?.ok_or(ProblemCode::NotFound)?;
    let update = user::Entity::update_many()
        .col_expr(user::Column::AvatarKey, Expr::value(new))
        .col_expr(user::Column::Version, Expr::col(user::Column::Version).add(1))
        .col_expr(user::Column::UpdatedAt, Expr::value(now))
        .filter(user::Column::Id.eq(caller.user_id));
    let changed = tx.update(update).await?.pop().ok_or(ProblemCode::NotFound)?;
    if let Some(path) = &before.avatar_key {
        enqueue(&tx, media::remove(path, now), now).await?;
    }
    tx.commit().await?;
    state.wake_worker();
    told(state, caller, changed).await
}

/// Removes pictures whose request broke off between the file and the row.
pub(super) async fn sweep(state: AppState) -> Result<(), String> {
    let in_use = |folders: Vec<String>| {
        let system = state.system();
        async move {
            let kept = user::Entity::find().filter(user::Column::AvatarKey.is_in(folders));
            let kept = system.all(kept).await?.into_iter();
            Ok(kept.filter_map(|person| person.avatar_key).collect::<BTreeSet<_>>())
        }
    };
    media::sweep(&state, Area::Avatars.as_str(), in_use).await
}
