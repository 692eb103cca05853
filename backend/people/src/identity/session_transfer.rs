//! Transfers a session to the agent's own host with a short-lived one-time code, so that no token appears in a URL.

use super::{
    IdentityError,
    device::Device,
    queries,
    session::{self, OpenedSession},
};
use chrono::Duration;
use entities::{agent, session as login_session, session_transfer};
use platform::error::OperationError;
use platform::{auth::Caller, rng, scope::ScopedConnection, state::AppState};
use sea_orm::{ActiveValue::NotSet, Set, entity::prelude::*, sea_query::Expr};
use shared_types::{
    access::Guard,
    identity::{SessionTransfer, limits::SESSION_TRANSFER_SECONDS},
};

/// Creates a transfer. The URL is `None` if the browser is already on the agent's host, or if the deployment has no subdomains.
pub(super) async fn create(state: &AppState, caller: &Caller, host: &str) -> Result<SessionTransfer, IdentityError> {
    let scope = state.system();
    let agent = scope.one(agent::Entity::find_by_id(caller.agent_id)).await?;
    let agent = agent.ok_or(OperationError::NotFound)?;
    let is_on_host = state.config.subdomain_of(host).as_deref() == Some(agent.subdomain.as_str());
    let Some(url) = state.config.subdomain_url(&agent.subdomain).filter(|_| !is_on_host) else {
        return Ok(SessionTransfer { url: None });
    };
    let (code, now) = (rng::refresh_token(), state.clock.now());
    let row = session_transfer::ActiveModel {
        id: NotSet,
        session_id: Set(caller.session_id()?),
        code_hash: Set(rng::digest(&code)),
        used_at: Set(None),
        expires_at: Set(now + Duration::seconds(SESSION_TRANSFER_SECONDS)),
        created_at: Set(now),
    };
    scope.insert(row).await?;
    // The code is in the fragment: browsers do not send it to servers, so it is in no access log.
    Ok(SessionTransfer {
        url: Some(format!("{url}/agent/login#handover={code}")),
    })
}

/// Redeems a transfer code: ends the former session and opens a new one in the same cabinet.
pub(super) async fn redeem(state: &AppState, code: &str, device: Device) -> Result<OpenedSession, IdentityError> {
    let now = state.clock.now();
    let former = state
        .system()
        .in_transaction(async |tx| {
            let claim = session_transfer::Entity::update_many()
                .col_expr(session_transfer::Column::UsedAt, Expr::value(now))
                .filter(session_transfer::Column::CodeHash.eq(rng::digest(code)))
                .filter(session_transfer::Column::UsedAt.is_null())
                .filter(session_transfer::Column::ExpiresAt.gt(now));
            let row = tx.update(claim).await?.pop().ok_or(IdentityError::LinkExpired)?;
            let end = login_session::Entity::update_many()
                .col_expr(login_session::Column::RevokedAt, Expr::value(now))
                .col_expr(
                    login_session::Column::RevokeReason,
                    Expr::value(login_session::RevokeReason::HostChanged),
                )
                .filter(login_session::Column::Id.eq(row.session_id))
                .filter(login_session::Column::RevokedAt.is_null());
            let former = tx.update(end).await?.pop().ok_or(IdentityError::LinkExpired)?;
            Ok::<_, IdentityError>(former)
        })
        .await?;
    state.notify_session_change();
    let cabinets = queries::cabinets(&state.system(), former.user_id, Guard::Agent).await?;
    let cabinet = cabinets
        .into_iter()
        .find(|cabinet| cabinet.staff_id == former.staff_id)
        .ok_or(IdentityError::LinkExpired)?;
    let login_at = Some(former.created_at);
    session::open(state, former.user_id, cabinet, device, former.proved_at, login_at).await
}
