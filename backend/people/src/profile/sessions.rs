//! The user's sessions on all devices.

use crate::api_keys::end_keys_of_user;
use crate::identity::{proof, revoke_all_extension_tokens};
use crate::profile::ProfileError;
use entities::session;
use platform::error::OperationError;
use platform::{auth::Caller, scope::ScopedConnection, state::AppState};
use sea_orm::{QueryOrder, QuerySelect, QueryTrait, entity::prelude::*, sea_query::Expr};
use shared_types::{
    id::SessionId,
    profile::{LogOutEverywhere, LoginSession},
};

/// Maximum number of sessions in the list.
const MAX_SESSIONS: u64 = 100;

/// The active sessions of both sides, last used first.
pub(super) async fn list(state: &AppState, caller: &Caller) -> Result<Vec<LoginSession>, ProfileError> {
    let active = session::Entity::find()
        .filter(session::Column::UserId.eq(caller.user_id))
        .filter(session::Column::RevokedAt.is_null())
        .filter(session::Column::ExpiresAt.gt(state.clock.now()))
        .order_by_desc(session::Column::LastSeenAt)
        .order_by_desc(session::Column::Id)
        .limit(MAX_SESSIONS);
    let view = |row: session::Model| LoginSession {
        id: row.id,
        device: proof::device_name(&row.user_agent),
        last_ip: row.last_ip,
        last_seen_at: row.last_seen_at,
        created_at: row.created_at,
        guard: row.guard.as_str().to_owned(),
        current: Some(row.id) == caller.session(),
    };
    Ok(state.system().all(active).await?.into_iter().map(view).collect())
}

/// Ends one of the user's own sessions.
pub(super) async fn end(state: &AppState, caller: &Caller, id: SessionId) -> Result<(), ProfileError> {
    let end = session::Entity::update_many()
        .col_expr(session::Column::RevokedAt, Expr::value(state.clock.now()))
        .col_expr(
            session::Column::RevokeReason,
            Expr::value(session::RevokeReason::EndedByUser),
        )
        .filter(session::Column::Id.eq(id.0))
        .filter(session::Column::UserId.eq(caller.user_id))
        .filter(session::Column::RevokedAt.is_null());
    if state.system().update_count(end).await? != 1 {
        return Err(OperationError::NotFound.into());
    }
    state.notify_session_change();
    // The browser is not known any more: clear its hash in all sessions of the user.
    let browser = session::Entity::find_by_id(id)
        .select_only()
        .column(session::Column::BrowserHash);
    let forget_browser = session::Entity::update_many()
        .col_expr(session::Column::BrowserHash, Expr::value(None::<String>))
        .filter(session::Column::UserId.eq(caller.user_id))
        .filter(session::Column::BrowserHash.in_subquery(browser.into_query()));
    state.system().update_count(forget_browser).await?;
    Ok(())
}

/// Ends all sessions of the user, or all but the current one, and the tokens of their extensions.
pub(super) async fn end_all(state: &AppState, caller: &Caller, options: LogOutEverywhere) -> Result<(), ProfileError> {
    state
        .system()
        .in_transaction(async |tx| {
            let now = state.clock.now();
            proof::end_other_sessions(tx, caller, session::RevokeReason::LoggedOutEverywhere, now).await?;
            revoke_all_extension_tokens(tx, caller.user_id, now).await?;
            end_keys_of_user(tx, caller.user_id, now).await?;
            Ok::<_, ProfileError>(())
        })
        .await?;
    state.notify_session_change();
    if !options.keep_current {
        end(state, caller, caller.session_id()?).await?;
    }
    Ok(())
}
