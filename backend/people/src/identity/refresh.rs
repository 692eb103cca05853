//! The exchange of refresh tokens. See ADR 0150.

use super::{
    IdentityError,
    device::Device,
    queries,
    session::{self, OpenedSession, truncate_user_agent},
};
use chrono::{DateTime, Duration, Utc};
use entities::{
    refresh_token::{Column, Entity, Model},
    session::{self as session_row, RevokeReason},
};
use platform::{
    rng,
    scope::{ScopedConnection, SystemPolicy, Tx},
    state::AppState,
};
use sea_orm::{
    DbErr,
    entity::prelude::*,
    sea_query::{Expr, Func},
};
use shared_types::{
    access::Guard,
    identity::limits::{REPEAT_HOURS, SESSION_DAYS},
};

/// How long a token is exchanged again although its successor was used: tabs that open together send the same cookie.
const TABS: Duration = Duration::seconds(10);

/// Exchanges a refresh token for a new one. A token whose successor was used is void: its use ends the session for every holder.
///
/// A response that is lost leaves the browser with the old cookie. So a token may be exchanged again until one of its successors is
/// used, for at most [`REPEAT_HOURS`].
pub(super) async fn refresh(
    state: &AppState,
    guard: Guard,
    token: &str,
    device: Device,
) -> Result<OpenedSession, IdentityError> {
    let now = state.clock.now();
    // Not `in_transaction`: a token that is reused fails the request, and the end of its session is committed.
    let tx = state.system().begin().await?;
    let hash = rng::digest(token);
    let mark_used = Entity::update_many()
        .col_expr(Column::UsedAt, Expr::value(now))
        .filter(Column::TokenHash.eq(hash.clone()))
        .filter(Column::UsedAt.is_null());
    let (current, is_repeated) = if let Some(current) = tx.update(mark_used).await?.pop() {
        (current, false)
    } else {
        let known = Entity::find().filter(Column::TokenHash.eq(hash));
        (tx.one(known).await?.ok_or(IdentityError::CredentialInvalid)?, true)
    };
    if current.expires_at <= now {
        return Err(IdentityError::CredentialExpired);
    }
    let is_valid = if is_repeated {
        may_repeat(&tx, &current, now).await?
    } else {
        !is_stolen_branch(&tx, &current, now).await?
    };
    let max_age = state.config.session_max_age;
    let mut extend = session_row::Entity::update_many()
        .col_expr(session_row::Column::LastSeenAt, Expr::value(now))
        .col_expr(session_row::Column::LastIp, Expr::value(device.address))
        .col_expr(
            session_row::Column::ExpiresAt,
            Expr::value(now + Duration::days(SESSION_DAYS)),
        )
        .filter(session_row::Column::Id.eq(current.session_id))
        .filter(session_row::Column::Guard.eq(guard))
        .filter(session_row::Column::CreatedAt.gt(now - max_age))
        .filter(session_row::Column::RevokedAt.is_null());
    if is_repeated {
        extend = extend.filter(session_row::Column::UserAgent.eq(truncate_user_agent(&device.user_agent)));
    }
    let session = if is_valid { tx.update(extend).await?.pop() } else { None };
    let Some(session) = session else {
        if is_repeated || !is_valid {
            let revoke = session::revoke_statement(RevokeReason::TokenReused, now);
            tx.update_count(revoke.filter(session_row::Column::Id.eq(current.session_id)))
                .await?;
            tx.commit().await?;
            state.notify_session_change();
            tracing::warn!(
                session_id = current.session_id.0,
                "refresh token reused, session revoked"
            );
        }
        return Err(IdentityError::CredentialRevoked);
    };
    let last_day = session.created_at + max_age;
    if session.expires_at > last_day {
        let end = session_row::Entity::update_many()
            .col_expr(session_row::Column::ExpiresAt, Expr::value(last_day))
            .filter(session_row::Column::Id.eq(session.id));
        tx.update_count(end).await?;
    }
    let next = session::issue_refresh_token(&tx, session.id, Some(current.id), now).await?;
    tx.commit().await?;
    let cabinets = queries::cabinets(&state.system(), session.user_id, guard).await?;
    let cabinet = cabinets
        .into_iter()
        .find(|cabinet| (cabinet.staff_id, cabinet.member_id) == (session.staff_id, session.member_id))
        .ok_or(IdentityError::CredentialRevoked)?;
    session::opened_session(state, session.user_id, session.id, cabinet, next, now)
}

/// Whether a token that was used may be exchanged again: by another tab at the same time, or because its successor never arrived.
async fn may_repeat(tx: &Tx<SystemPolicy>, token: &Model, now: DateTime<Utc>) -> Result<bool, DbErr> {
    let Some(used_at) = token.used_at else { return Ok(false) };
    if now - token.reissued_at.unwrap_or(used_at) <= TABS {
        return Ok(true);
    }
    if now - used_at > Duration::hours(REPEAT_HOURS) {
        return Ok(false);
    }
    // The condition is checked with the row locked, so that a successor is not used at the same moment.
    let reissue = Entity::update_many()
        .col_expr(Column::ReissuedAt, Expr::value(now))
        .filter(Column::Id.eq(token.id))
        .filter(Column::Successor.is_null());
    Ok(tx.update_count(reissue).await? == 1)
}

/// Whether a token that is used for the first time competes with another successor of its parent: one of the two holders is a thief.
/// Records the first successor that is used.
async fn is_stolen_branch(tx: &Tx<SystemPolicy>, token: &Model, now: DateTime<Utc>) -> Result<bool, DbErr> {
    let Some(parent) = token.parent else {
        return Ok(false);
    };
    let first = Func::coalesce([Expr::col(Column::Successor), Expr::value(token.id)]);
    let record = Entity::update_many()
        .col_expr(Column::Successor, first.into())
        .filter(Column::Id.eq(parent));
    let parent = tx.update(record).await?.pop();
    let Some(other) = parent.and_then(|parent| parent.successor).filter(|id| *id != token.id) else {
        return Ok(false);
    };
    let other = tx.one(Entity::find_by_id(other)).await?;
    // Tabs that open together get a successor each.
    Ok(other.is_some_and(|other| {
        let is_used_before = other.used_at.is_some_and(|used_at| now - used_at > TABS);
        is_used_before && (other.created_at - token.created_at).abs() > TABS
    }))
}
