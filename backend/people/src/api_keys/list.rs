//! Keys as their cabinet sees them.

use super::ApiKeyError;
use chrono::{DateTime, Duration, Utc};
use entities::{
    api_key::{Column, Entity, Model},
    user,
};
use platform::{
    auth::{Caller, TokenId, TokenUse},
    error::OperationError,
    page::PageWindow,
    scope::ScopedConnection,
    state::AppState,
};
use sea_orm::{Condition, Order, Select, entity::prelude::*};
use shared_types::{
    access::Guard,
    api_keys::{ApiKey, CurrentKey, KeyMaker, limits},
    page::Page,
};
use std::collections::BTreeSet;

/// The keys of the caller's side. An agent's scope also contains the keys of its clients.
pub(super) fn keys_of(guard: Guard) -> Select<Entity> {
    Entity::find().filter(Column::Guard.eq(guard))
}

pub(super) fn is_active(now: DateTime<Utc>) -> Condition {
    Condition::all().add(Column::RevokedAt.is_null()).add(
        Condition::any()
            .add(Column::ExpiresAt.is_null())
            .add(Column::ExpiresAt.gt(now)),
    )
}

/// The view of a key. A use that is in memory only is newer than the use in the row.
pub(super) fn key_view(row: Model, maker: KeyMaker, pending: Option<&TokenUse>) -> ApiKey {
    let newer = pending.filter(|pending| row.last_used_at.is_none_or(|at| at < pending.at));
    ApiKey {
        id: row.id,
        start: format!("krv_{}_{}", row.environment.as_str(), row.public_id),
        name: row.name,
        environment: row.environment,
        last_characters: row.last_characters,
        maker,
        rights: row.rights.into_inner(),
        networks: row.networks.into_inner(),
        origins: row.origins.into_inner(),
        expires_at: row.expires_at,
        revoked_at: row.revoked_at,
        revoke_reason: row.revoke_reason,
        last_used_at: newer.map_or(row.last_used_at, |newer| Some(newer.at)),
        last_ip: newer.map_or(row.last_ip, |newer| newer.address.clone()),
        created_at: row.created_at,
    }
}

pub(super) fn own_view(row: Model, caller: &Caller, state: &AppState) -> ApiKey {
    let maker = KeyMaker {
        id: caller.user_id,
        name: caller.name.clone(),
        is_caller: true,
    };
    let pending = state.pending_token_uses();
    let used = pending.get(&TokenId::Key(row.id));
    key_view(row, maker, used)
}

/// The key of the request.
pub(super) async fn current(
    state: &AppState,
    rows: &impl ScopedConnection,
    caller: &Caller,
) -> Result<CurrentKey, ApiKeyError> {
    let key = caller.key().ok_or(OperationError::NotFound)?;
    let row = rows.one(keys_of(caller.guard()).filter(Column::Id.eq(key.id))).await?;
    Ok(CurrentKey {
        key: own_view(row.ok_or(OperationError::NotFound)?, caller, state),
        // The caller has the rights of the maker, limited to the key's.
        without_effect: key.rights.beyond(&caller.rights),
    })
}

/// Returns a page of the keys of the cabinet, newest first, without keys that ended long ago. Takes two statements.
pub(super) async fn page(
    state: &AppState,
    rows: &impl ScopedConnection,
    caller: &Caller,
    window: PageWindow,
) -> Result<Page<ApiKey>, ApiKeyError> {
    let pending = state.pending_token_uses();
    let since = state.clock.now() - Duration::days(limits::ENDED_DAYS);
    let shown = Condition::all()
        .add(
            Condition::any()
                .add(Column::RevokedAt.is_null())
                .add(Column::RevokedAt.gt(since)),
        )
        .add(
            Condition::any()
                .add(Column::ExpiresAt.is_null())
                .add(Column::ExpiresAt.gt(since)),
        );
    let select = window.select(keys_of(caller.guard()).filter(shown), Column::Id, Order::Desc);
    let (keys, next_cursor) = window.take_page(rows.all(select).await?, |key| key.id);
    let makers = keys.iter().map(|key| key.user_id).collect::<BTreeSet<_>>();
    let names = state
        .system()
        .all(user::Entity::find().filter(rows.id_in(user::Column::Id, makers)))
        .await?;
    let views = keys.into_iter().map(|row| {
        let name = names
            .iter()
            .find(|user| user.id == row.user_id)
            .map(|user| user.name.clone());
        let maker = KeyMaker {
            id: row.user_id,
            name: name.unwrap_or_default(),
            is_caller: is_own(&row, caller),
        };
        let used = pending.get(&TokenId::Key(row.id));
        key_view(row, maker, used)
    });
    Ok(Page {
        data: views.collect(),
        next_cursor,
    })
}

pub(super) fn is_own(row: &Model, caller: &Caller) -> bool {
    let membership = row.staff_id.map(i64::from).or_else(|| row.member_id.map(i64::from));
    membership == Some(caller.membership_id())
}
