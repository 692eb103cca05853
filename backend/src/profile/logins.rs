//! The person's logins on their devices.

use crate::{
    identity::{entity::session, proof},
    platform::{auth::Caller, http::Failure, scope::Rows, state::AppState},
};
use sea_orm::{QueryOrder, QuerySelect, QueryTrait, entity::prelude::*, sea_query::Expr};
use shared_types::{
    id::SessionId,
    problem::ProblemCode,
    profile::{LogOutEverywhere, Login},
};

/// Most logins shown.
const SHOWN: u64 = 100;

/// The live logins, the last used first.
pub(super) async fn list(state: &AppState, caller: &Caller) -> Result<Vec<Login>, Failure> {
    let live = session::Entity::find()
        .filter(session::Column::UserId.eq(caller.user_id))
        .filter(session::Column::RevokedAt.is_null())
        .filter(session::Column::ExpiresAt.gt(state.clock.now()))
        .order_by_desc(session::Column::LastSeenAt)
        .order_by_desc(session::Column::Id)
        .limit(SHOWN);
    let view = |row: session::Model| Login {
        id: SessionId(row.id),
        device: proof::device_name(&row.user_agent),
        last_ip: row.last_ip,
        last_seen_at: row.last_seen_at,
        created_at: row.created_at,
        guard: row.guard,
        current: row.id == caller.session_id,
    };
    Ok(state.system().all(live).await?.into_iter().map(view).collect())
}

/// Ends one of the person's own logins.
pub(super) async fn end(state: &AppState, caller: &Caller, id: SessionId) -> Result<(), Failure> {
    let end = session::Entity::update_many()
        .col_expr(session::Column::RevokedAt, Expr::value(state.clock.now()))
        .col_expr(session::Column::RevokeReason, Expr::value("ended by the person"))
        .filter(session::Column::Id.eq(id.0))
        .filter(session::Column::UserId.eq(caller.user_id))
        .filter(session::Column::RevokedAt.is_null());
    if state.system().update_count(end).await? != 1 {
        return Err(ProblemCode::NotFound.into());
    }
    // The browser is no longer known to the person, whatever logins it had before.
    let browser = session::Entity::find_by_id(id.0)
        .select_only()
        .column(session::Column::BrowserHash);
    let forget = session::Entity::update_many()
        .col_expr(session::Column::BrowserHash, Expr::value(None::<String>))
        .filter(session::Column::UserId.eq(caller.user_id))
        .filter(session::Column::BrowserHash.in_subquery(browser.into_query()));
    state.system().update_count(forget).await?;
    Ok(())
}

/// Logs the person out everywhere, or everywhere else.
pub(super) async fn end_all(state: &AppState, caller: &Caller, how: LogOutEverywhere) -> Result<(), Failure> {
    let tx = state.system().begin().await?;
    proof::end_others(&tx, caller, "logged out everywhere", state.clock.now()).await?;
    tx.commit().await?;
    if !how.keep_current {
        end(state, caller, SessionId(caller.session_id)).await?;
    }
    Ok(())
}
