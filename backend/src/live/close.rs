//! The end of sockets: the reasons, and the sockets of sessions that have ended.

use platform::{
    auth::{self, SocketRights},
    realtime::{CloseReason, SessionRef},
    state::AppState,
};

pub(super) const CLOSE_SESSION_ENDED: CloseReason = (4009, "the login has ended, or may not see this any more");

pub(super) const CLOSE_RECONNECT: CloseReason = (4200, "connect again");

/// Closes the sockets of sessions that have ended, and the sockets in a chat whose persons may no longer see orders.
pub(super) async fn close_ended_sessions(state: &AppState) {
    let sessions = state.hub.sessions();
    if sessions.is_empty() {
        return;
    }
    let refs: Vec<SessionRef> = sessions.keys().copied().collect();
    match auth::session_rights(state, &refs).await {
        Ok(valid) => {
            for (session, sockets) in &sessions {
                let rights = valid.get(session);
                let sees_orders = rights.is_some_and(SocketRights::reads_chats);
                for (socket, in_chat) in sockets {
                    if rights.is_none() || (*in_chat && !sees_orders) {
                        state.hub.close(*socket, CLOSE_SESSION_ENDED);
                    }
                }
            }
        }
        // Sessions that can't be checked are not trusted. A socket that reconnects is checked when it subscribes.
        Err(error) => {
            tracing::warn!(%error, "socket sessions could not be checked, all sockets are closed");
            state.hub.close_all(CLOSE_RECONNECT);
        }
    }
}
