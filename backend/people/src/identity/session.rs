//! Sessions: a short-lived access token, and a refresh token that is rotated at each use.

use super::{IdentityError, device::Device, known_browser};
use chrono::{DateTime, Duration, Utc};
use entities::{
    refresh_token,
    session::{self, RevokeReason},
    user,
};
use platform::error::OperationError;
use platform::{rng, scope::ScopedConnection, state::AppState, timezone::TimeZone};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, DbErr, Set, UpdateMany,
    entity::prelude::*,
    sea_query::{self, Expr, Func},
};
use shared_types::{
    access::Guard,
    id::{SessionId, UserId},
    identity::{
        Cabinet, Session,
        limits::{ACCESS_MINUTES, SESSION_DAYS},
    },
};

/// A session that was opened or refreshed, with the secrets that the browser stores as cookies.
pub(super) struct OpenedSession {
    pub(super) session: Session,
    pub(super) refresh_token: String,
    /// The browser's secret, if the person logged in.
    pub(super) browser_secret: Option<String>,
}

/// `staff_id` or `member_id` of a cabinet.
pub(super) fn membership_id(cabinet: &Cabinet) -> i64 {
    cabinet
        .staff_id
        .map(|id| id.0)
        .or(cabinet.member_id.map(|id| id.0))
        .unwrap_or_default()
}

/// Opens a session in a cabinet. `proved_at` is the time when this login was confirmed by a one-time code, if it was. `login_at` is the
/// time of the login that a session of the same person continues; `None` for a login.
pub(super) async fn open(
    state: &AppState,
    user_id: UserId,
    cabinet: Cabinet,
    device: Device,
    proved_at: Option<DateTime<Utc>>,
    login_at: Option<DateTime<Utc>>,
) -> Result<OpenedSession, IdentityError> {
    let now = state.clock.now();
    let login_at = login_at.unwrap_or(now);
    let expires_at = (now + Duration::days(SESSION_DAYS)).min(login_at + state.config.session_max_age);
    let (browser_secret, browser_hash) = known_browser::secret(&device);
    let (session, token) = state
        .system()
        .in_transaction(async |tx| {
            let row = session::ActiveModel {
                id: NotSet,
                user_id: Set(user_id),
                guard: Set(cabinet.guard),
                staff_id: Set(cabinet.staff_id),
                member_id: Set(cabinet.member_id),
                user_agent: Set(truncate_user_agent(&device.user_agent)),
                last_ip: Set(device.address),
                created_at: Set(login_at),
                last_seen_at: Set(now),
                expires_at: Set(expires_at),
                revoked_at: Set(None),
                revoke_reason: Set(None),
                proved_at: Set(proved_at),
                browser_hash: Set(Some(browser_hash)),
            };
            let session = tx.insert(row).await?;
            let token = issue_refresh_token(tx, session.id, None, now).await?;
            if let Some(timezone) = device.timezone {
                choose_timezone(tx, user_id, timezone, now).await?;
            }
            Ok::<_, IdentityError>((session, token))
        })
        .await?;
    let mut opened = opened_session(state, user_id, session.id, cabinet, token, now)?;
    opened.browser_secret = Some(browser_secret);
    Ok(opened)
}

/// Sets the time zone of a person who has not chosen one.
async fn choose_timezone(
    rows: &impl ScopedConnection,
    user_id: UserId,
    timezone: TimeZone,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let next_version = sea_query::ExprTrait::add(Expr::col(user::Column::Version), 1);
    let update = user::Entity::update_many()
        .col_expr(user::Column::Timezone, Expr::value(timezone))
        .col_expr(user::Column::TimezoneChosen, Expr::value(true))
        .col_expr(user::Column::Version, next_version)
        .col_expr(user::Column::UpdatedAt, Expr::value(now))
        .filter(user::Column::Id.eq(user_id))
        .filter(user::Column::TimezoneChosen.eq(false));
    rows.update_count(update).await.map(drop)
}

/// The time of the login that a session comes from.
pub(super) async fn login_time(state: &AppState, id: SessionId) -> Result<Option<DateTime<Utc>>, DbErr> {
    let found = state.system().one(session::Entity::find_by_id(id)).await?;
    Ok(found.map(|session| session.created_at))
}

/// Cuts a user agent to the stored length.
pub(super) fn truncate_user_agent(user_agent: &str) -> String {
    user_agent.chars().take(300).collect()
}

/// The session of a refresh token that has not ended.
pub(super) async fn of_refresh_token(
    state: &AppState,
    guard: Guard,
    token: &str,
) -> Result<Option<session::Model>, DbErr> {
    let system = state.system();
    let known = refresh_token::Entity::find().filter(refresh_token::Column::TokenHash.eq(rng::digest(token)));
    let Some(known) = system.one(known).await? else {
        return Ok(None);
    };
    let open = session::Entity::find_by_id(known.session_id)
        .filter(session::Column::Guard.eq(guard))
        .filter(session::Column::RevokedAt.is_null())
        .filter(session::Column::ExpiresAt.gt(state.clock.now()));
    system.one(open).await
}

/// Ends the session of a refresh token. An unknown token is not an error.
pub(super) async fn close(state: &AppState, token: &str) -> Result<(), IdentityError> {
    state
        .system()
        .in_transaction(async |tx| {
            if let Some(known) = tx
                .one(refresh_token::Entity::find().filter(refresh_token::Column::TokenHash.eq(rng::digest(token))))
                .await?
            {
                revoke(tx, known.session_id, RevokeReason::LoggedOut, state.clock.now()).await?;
            }
            Ok::<_, IdentityError>(())
        })
        .await?;
    state.notify_session_change();
    Ok(())
}

/// Ends the session of an access token, which may have expired.
pub(super) async fn close_by_id(state: &AppState, id: SessionId) -> Result<(), IdentityError> {
    revoke(&state.system(), id, RevokeReason::LoggedOut, state.clock.now()).await?;
    state.notify_session_change();
    Ok(())
}

/// Ends a session. The caller calls [`AppState::notify_session_change`] after the commit.
pub(super) async fn revoke(
    rows: &impl ScopedConnection,
    session_id: SessionId,
    reason: RevokeReason,
    now: DateTime<Utc>,
) -> Result<(), IdentityError> {
    let revoke = session::Entity::update_many()
        .col_expr(session::Column::RevokedAt, Expr::value(now))
        .col_expr(session::Column::RevokeReason, Expr::value(reason))
        .filter(session::Column::Id.eq(session_id))
        .filter(session::Column::RevokedAt.is_null());
    rows.update_count(revoke).await?;
    Ok(())
}

/// Ends all sessions of a user. No browser stays known to the user. The caller calls [`AppState::notify_session_change`] after
/// the commit.
pub(super) async fn revoke_all(
    tx: &impl ScopedConnection,
    user_id: UserId,
    reason: RevokeReason,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let revoke = revoke_statement(reason, now).filter(session::Column::UserId.eq(user_id));
    tx.update_count(revoke).await.map(drop)
}

/// Statement that ends sessions and clears `browser_hash`, also in sessions that ended before. The caller adds the filter.
pub(super) fn revoke_statement(reason: RevokeReason, now: DateTime<Utc>) -> UpdateMany<session::Entity> {
    let keep_or_set = |column: session::Column, value: Expr| Expr::from(Func::coalesce([Expr::col(column), value]));
    session::Entity::update_many()
        .col_expr(
            session::Column::RevokedAt,
            keep_or_set(session::Column::RevokedAt, Expr::value(now)),
        )
        .col_expr(
            session::Column::RevokeReason,
            keep_or_set(session::Column::RevokeReason, Expr::value(reason)),
        )
        .col_expr(session::Column::BrowserHash, Expr::value(None::<String>))
        .filter(
            Condition::any()
                .add(session::Column::RevokedAt.is_null())
                .add(session::Column::BrowserHash.is_not_null()),
        )
}

/// Creates a refresh token and returns its plaintext. `parent` is the token that is exchanged for it.
pub(super) async fn issue_refresh_token(
    rows: &impl ScopedConnection,
    session_id: SessionId,
    parent: Option<i64>,
    now: DateTime<Utc>,
) -> Result<String, IdentityError> {
    let token = rng::refresh_token();
    let row = refresh_token::ActiveModel {
        id: NotSet,
        session_id: Set(session_id),
        token_hash: Set(rng::digest(&token)),
        used_at: Set(None),
        reissued_at: Set(None),
        parent: Set(parent),
        successor: Set(None),
        expires_at: Set(now + Duration::days(SESSION_DAYS)),
        created_at: Set(now),
    };
    rows.insert(row).await?;
    Ok(token)
}

/// Signs an access token and builds the response of an open session.
pub(super) fn opened_session(
    state: &AppState,
    user_id: UserId,
    session_id: SessionId,
    cabinet: Cabinet,
    refresh_token: String,
    now: DateTime<Utc>,
) -> Result<OpenedSession, IdentityError> {
    let access_token = state
        .keys
        .sign(user_id, cabinet.guard, session_id, membership_id(&cabinet), now)
        .map_err(OperationError::internal)?;
    let session = Session {
        access_token,
        token_type: "Bearer".to_owned(),
        expires_in: ACCESS_MINUTES * 60,
        cabinet,
    };
    Ok(OpenedSession {
        session,
        refresh_token,
        browser_secret: None,
    })
}
