//! Logins: an access token of minutes, a refresh token that changes with every use.

use super::{
    entity::{refresh_token, session},
    known_browser, queries,
};
use crate::platform::{http::Failure, rng, scope::Rows, state::AppState};
use axum_extra::extract::cookie::{Cookie, SameSite};
use chrono::{DateTime, Duration, Utc};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, DbErr, Set, UpdateMany,
    entity::prelude::*,
    sea_query::{Expr, Func},
};
use shared_types::{
    access::Guard,
    identity::{
        Cabinet, Session,
        limits::{ACCESS_MINUTES, SESSION_DAYS},
    },
    problem::ProblemCode,
};

/// How long the device that used a refresh token may use it again.
const LEEWAY: Duration = Duration::seconds(10);

/// On which device somebody logs in.
#[derive(Clone, Debug, Default)]
pub(super) struct Device {
    pub(super) user_agent: String,
    pub(super) address: Option<String>,
    /// The language of ours that it speaks.
    pub(super) language: &'static str,
    /// The secret of a browser that logged in before.
    pub(super) browser: Option<String>,
}

/// A login that just began or went on: the body for the SPA and the cookies for its browser.
pub(super) struct Opened {
    pub(super) session: Session,
    pub(super) cookies: Vec<Cookie<'static>>,
}

pub(super) fn membership_of(cabinet: &Cabinet) -> i64 {
    cabinet
        .staff_id
        .map(|id| id.0)
        .or(cabinet.member_id.map(|id| id.0))
        .unwrap_or_default()
}

/// The refresh cookie of one side; it travels to that side's addresses only.
pub(super) fn cookie_name(guard: Guard) -> String {
    format!("karavan_{}_refresh", guard.as_str())
}

fn cookie(state: &AppState, guard: Guard, token: String) -> Cookie<'static> {
    Cookie::build((cookie_name(guard), token))
        .path(format!("/{}", guard.as_str()))
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(state.config.is_secure())
        .max_age(time::Duration::days(SESSION_DAYS))
        .build()
}

/// A cookie that makes the browser forget the login.
pub(super) fn forget(guard: Guard) -> Cookie<'static> {
    let mut cookie = Cookie::build((cookie_name(guard), ""))
        .path(format!("/{}", guard.as_str()))
        .http_only(true)
        .same_site(SameSite::Strict)
        .build();
    cookie.make_removal();
    cookie
}

/// Begins a login in a cabinet; `proved_at` is when the phone was proved, where it was.
pub(super) async fn open(
    state: &AppState,
    user_id: i64,
    cabinet: Cabinet,
    device: Device,
    proved_at: Option<DateTime<Utc>>,
) -> Result<Opened, Failure> {
    let now = state.clock.now();
    let (browser, browser_hash) = known_browser::remember(state, &device);
    let tx = state.system().begin().await?;
    let row = session::ActiveModel {
        id: NotSet,
        user_id: Set(user_id),
        guard: Set(cabinet.guard.as_str().to_owned()),
        staff_id: Set(cabinet.staff_id.map(|id| id.0)),
        member_id: Set(cabinet.member_id.map(|id| id.0)),
        user_agent: Set(short(&device.user_agent)),
        last_ip: Set(device.address),
        created_at: Set(now),
        last_seen_at: Set(now),
        expires_at: Set(now + Duration::days(SESSION_DAYS)),
        revoked_at: Set(None),
        revoke_reason: Set(None),
        proved_at: Set(proved_at),
        browser_hash: Set(Some(browser_hash)),
    };
    let session = tx.insert(row).await?;
    let token = issue(&tx, session.id, now).await?;
    tx.commit().await?;
    let mut opened = opened(state, user_id, session.id, cabinet, token, now)?;
    opened.cookies.push(browser);
    Ok(opened)
}

/// Goes on with a login; a token that was used before ends it for everybody who holds one of its family.
///
/// Tabs opened together, or a page left while it loaded, send the same token twice: for [`LEEWAY`] the same device may.
pub(super) async fn refresh(state: &AppState, guard: Guard, token: &str, device: Device) -> Result<Opened, Failure> {
    let now = state.clock.now();
    let tx = state.system().begin().await?;
    let hash = rng::digest(token);
    let used = refresh_token::Entity::update_many()
        .col_expr(refresh_token::Column::UsedAt, Expr::value(now))
        .filter(refresh_token::Column::TokenHash.eq(hash.clone()))
        .filter(refresh_token::Column::UsedAt.is_null());
    let (current, is_again) = if let Some(current) = tx.update(used).await?.pop() {
        (current, false)
    } else {
        let known = refresh_token::Entity::find().filter(refresh_token::Column::TokenHash.eq(hash));
        (tx.one(known).await?.ok_or(ProblemCode::CredentialInvalid)?, true)
    };
    if current.expires_at <= now {
        return Err(ProblemCode::CredentialExpired.into());
    }
    let in_time = current.used_at.is_some_and(|used_at| now - used_at <= LEEWAY);
    let mut seen = session::Entity::update_many()
        .col_expr(session::Column::LastSeenAt, Expr::value(now))
        .col_expr(session::Column::LastIp, Expr::value(device.address.clone()))
        .col_expr(
            session::Column::ExpiresAt,
            Expr::value(now + Duration::days(SESSION_DAYS)),
        )
        .filter(session::Column::Id.eq(current.session_id))
        .filter(session::Column::Guard.eq(guard.as_str()))
        .filter(session::Column::RevokedAt.is_null());
    if is_again {
        let same_address = device
            .address
            .map_or(session::Column::LastIp.is_null(), |it| session::Column::LastIp.eq(it));
        seen = seen
            .filter(session::Column::UserAgent.eq(short(&device.user_agent)))
            .filter(same_address);
    }
    let session = if is_again && !in_time {
        None
    } else {
        tx.update(seen).await?.pop()
    };
    let Some(session) = session else {
        if is_again {
            let end = thrown_out("a refresh token was used twice", now);
            tx.update_count(end.filter(session::Column::Id.eq(current.session_id)))
                .await?;
            tx.commit().await?;
            tracing::warn!(
                session_id = current.session_id,
                "a refresh token was used twice; the login was ended"
            );
        }
        return Err(ProblemCode::CredentialRevoked.into());
    };
    let next = issue(&tx, session.id, now).await?;
    tx.commit().await?;
    let cabinets = queries::cabinets(&state.system(), session.user_id, guard).await?;
    let mine = session.staff_id.or(session.member_id);
    let cabinet = cabinets
        .into_iter()
        .find(|cabinet| Some(membership_of(cabinet)) == mine)
        .ok_or(ProblemCode::CredentialRevoked)?;
    opened(state, session.user_id, session.id, cabinet, next, now)
}

/// What is kept of a user agent.
fn short(user_agent: &str) -> String {
    user_agent.chars().take(300).collect()
}

/// Ends the login of a refresh token; an unknown one is no error.
pub(super) async fn close(state: &AppState, token: &str) -> Result<(), Failure> {
    let tx = state.system().begin().await?;
    if let Some(known) = tx
        .one(refresh_token::Entity::find().filter(refresh_token::Column::TokenHash.eq(rng::digest(token))))
        .await?
    {
        revoke(&tx, known.session_id, "logged out", state.clock.now()).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Ends a login.
pub(super) async fn revoke(rows: &impl Rows, session_id: i64, reason: &str, now: DateTime<Utc>) -> Result<(), Failure> {
    let revoke = session::Entity::update_many()
        .col_expr(session::Column::RevokedAt, Expr::value(now))
        .col_expr(session::Column::RevokeReason, Expr::value(reason))
        .filter(session::Column::Id.eq(session_id))
        .filter(session::Column::RevokedAt.is_null());
    rows.update_count(revoke).await?;
    Ok(())
}

/// Ends every login of a person; no browser is known to the person any more.
pub(super) async fn revoke_all(tx: &impl Rows, user_id: i64, reason: &str, now: DateTime<Utc>) -> Result<(), DbErr> {
    let revoke = thrown_out(reason, now).filter(session::Column::UserId.eq(user_id));
    tx.update_count(revoke).await.map(drop)
}

/// Ends logins and forgets the browsers of those that ended before.
pub(super) fn thrown_out(reason: &str, now: DateTime<Utc>) -> UpdateMany<session::Entity> {
    let or_before = |column: session::Column, value: Expr| Expr::from(Func::coalesce([Expr::col(column), value]));
    session::Entity::update_many()
        .col_expr(
            session::Column::RevokedAt,
            or_before(session::Column::RevokedAt, Expr::value(now)),
        )
        .col_expr(
            session::Column::RevokeReason,
            or_before(session::Column::RevokeReason, Expr::value(reason)),
        )
        .col_expr(session::Column::BrowserHash, Expr::value(None::<String>))
        .filter(
            Condition::any()
                .add(session::Column::RevokedAt.is_null())
                .add(session::Column::BrowserHash.is_not_null()),
        )
}

async fn issue(rows: &impl Rows, session_id: i64, now: DateTime<Utc>) -> Result<String, Failure> {
    let token = rng::refresh_token();
    let row = refresh_token::ActiveModel {
        id: NotSet,
        session_id: Set(session_id),
        token_hash: Set(rng::digest(&token)),
        used_at: Set(None),
        expires_at: Set(now + Duration::days(SESSION_DAYS)),
        created_at: Set(now),
    };
    rows.insert(row).await?;
    Ok(token)
}

fn opened(
    state: &AppState,
    user_id: i64,
    session_id: i64,
    cabinet: Cabinet,
    refresh: String,
    now: DateTime<Utc>,
) -> Result<Opened, Failure> {
    let access_token = state
        .keys
        .sign(user_id, cabinet.guard, session_id, membership_of(&cabinet), now)
        .map_err(Failure::internal)?;
    let cookie = cookie(state, cabinet.guard, refresh);
    let session = Session {
        access_token,
        token_type: "Bearer".to_owned(),
        expires_in: ACCESS_MINUTES * 60,
        cabinet,
    };
    Ok(Opened {
        session,
        cookies: vec![cookie],
    })
}
