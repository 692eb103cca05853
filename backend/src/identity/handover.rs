//! A login that goes on at the agent's own host: by a code that is spent at once, never by a token in an address.

use super::{
    entity::{agent, handover, session as login_session},
    queries,
    session::{self, Device, Opened},
};
use crate::platform::{auth::Caller, http::Failure, rng, scope::Rows, state::AppState};
use chrono::Duration;
use sea_orm::{ActiveValue::NotSet, Set, entity::prelude::*, sea_query::Expr};
use shared_types::{
    access::Guard,
    identity::{HandoverOffer, limits::HANDOVER_SECONDS},
    problem::ProblemCode,
};

/// Where the login goes on; nowhere when the browser is there, or names can't be put before the host.
pub(super) async fn offer(state: &AppState, caller: &Caller, host: &str) -> Result<HandoverOffer, Failure> {
    let scope = state.system();
    let agent = scope.one(agent::Entity::find_by_id(caller.agent_id)).await?;
    let agent = agent.ok_or(ProblemCode::NotFound)?;
    let is_there = state.config.subdomain_of(host).as_deref() == Some(agent.subdomain.as_str());
    let Some(url) = state.config.url_of(&agent.subdomain).filter(|_| !is_there) else {
        return Ok(HandoverOffer { url: None });
    };
    let (code, now) = (rng::refresh_token(), state.clock.now());
    let row = handover::ActiveModel {
        id: NotSet,
        session_id: Set(caller.session_id),
        code_hash: Set(rng::digest(&code)),
        used_at: Set(None),
        expires_at: Set(now + Duration::seconds(HANDOVER_SECONDS)),
        created_at: Set(now),
    };
    scope.insert(row).await?;
    // Behind the hash sign: browsers send that part to no server, so it stands in no log.
    Ok(HandoverOffer {
        url: Some(format!("{url}/agent/login#handover={code}")),
    })
}

/// Goes on with a login; the one it was handed over from ends.
pub(super) async fn accept(state: &AppState, code: &str, device: Device) -> Result<Opened, Failure> {
    let now = state.clock.now();
    let tx = state.system().begin().await?;
    let once = handover::Entity::update_many()
        .col_expr(handover::Column::UsedAt, Expr::value(now))
        .filter(handover::Column::CodeHash.eq(rng::digest(code)))
        .filter(handover::Column::UsedAt.is_null())
        .filter(handover::Column::ExpiresAt.gt(now));
    let row = tx.update(once).await?.pop().ok_or(ProblemCode::LinkExpired)?;
    let end = login_session::Entity::update_many()
        .col_expr(login_session::Column::RevokedAt, Expr::value(now))
        .col_expr(
            login_session::Column::RevokeReason,
            Expr::value("went on at the agent's own host"),
        )
        .filter(login_session::Column::Id.eq(row.session_id))
        .filter(login_session::Column::RevokedAt.is_null());
    let former = tx.update(end).await?.pop().ok_or(ProblemCode::LinkExpired)?;
    tx.commit().await?;
    let cabinets = queries::cabinets(&state.system(), former.user_id, Guard::Agent).await?;
    let cabinet = cabinets
        .into_iter()
        .find(|cabinet| Some(session::membership_of(cabinet)) == former.staff_id)
        .ok_or(ProblemCode::LinkExpired)?;
    session::open(state, former.user_id, cabinet, device, former.proved_at).await
}
