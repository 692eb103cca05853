//! Checks of the sessions and API keys of open sockets: the same rules as for a request, for many of them in one statement.

use super::{loader::AuthRows, socket_rights::SocketRights};
use crate::{
    realtime::{SessionRef, SocketCredential},
    state::AppState,
};
use sea_orm::DbErr;
use shared_types::{
    access::{Breadth, Guard, Object},
    id::OrderId,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    net::IpAddr,
};

/// The sessions and keys that are still valid, with the rights of their persons.
pub async fn session_rights(
    state: &AppState,
    refs: &[SessionRef],
) -> Result<BTreeMap<SessionRef, SocketRights>, DbErr> {
    let rows = check_sessions(state, refs, None).await?;
    Ok(rows.into_iter().map(|(session, rights, _)| (session, rights)).collect())
}

/// Whether a session or key is still valid, is used from an address that it allows and, if an order is given, may see the order.
/// Sessions that are checked at the same time, such as the sessions of all sockets after a restart, are checked by one statement.
pub async fn check_session(
    state: &AppState,
    order: Option<OrderId>,
    session: SessionRef,
    address: Option<IpAddr>,
) -> Result<bool, DbErr> {
    let checking = state.clone();
    let answer = move |sessions: Vec<SessionRef>| {
        let state = checking.clone();
        async move {
            match order {
                Some(order) => rights_seeing_order(&state, order, &sessions).await,
                None => session_rights(&state, &sessions).await,
            }
        }
    };
    let checked = state.session_checks.ask(order, session, answer).await;
    match checked.as_deref() {
        Some(Ok(valid)) => Ok(valid.get(&session).is_some_and(|rights| rights.is_open_to(address))),
        Some(Err(error)) => Err(DbErr::Custom(format!("a session could not be checked: {error}"))),
        None => Err(DbErr::Custom("the check of a session has panicked".to_owned())),
    }
}

/// The sessions and keys that are still valid and may see the order.
pub async fn sessions_seeing_order(
    state: &AppState,
    order: OrderId,
    refs: &[SessionRef],
) -> Result<BTreeSet<SessionRef>, DbErr> {
    Ok(rights_seeing_order(state, order, refs).await?.into_keys().collect())
}

async fn rights_seeing_order(
    state: &AppState,
    order: OrderId,
    refs: &[SessionRef],
) -> Result<BTreeMap<SessionRef, SocketRights>, DbErr> {
    let rows = check_sessions(state, refs, Some(order)).await?;
    let seeing = rows.into_iter().filter(|(session, rights, assigned)| {
        let breadth = rights.rights.grant(Object::Orders).breadth;
        let sees = session.guard() == Guard::Client || breadth == Breadth::All || *assigned;
        rights.reads_chats() && sees
    });
    Ok(seeing.map(|(session, rights, _)| (session, rights)).collect())
}

/// The sessions and keys that are still valid, with their rights, and whether the order is assigned to their persons. With an order,
/// only credentials of its cabinets.
async fn check_sessions(
    state: &AppState,
    refs: &[SessionRef],
    order: Option<OrderId>,
) -> Result<Vec<(SessionRef, SocketRights, bool)>, DbErr> {
    let (callers, now) = (state.callers()?, state.clock.now());
    let mut valid = Vec::new();
    for guard in [Guard::Agent, Guard::Client] {
        let wanted: BTreeSet<SessionRef> = refs
            .iter()
            .copied()
            .filter(|session| session.guard() == guard)
            .collect();
        let (mut sessions, mut keys) = (Vec::new(), Vec::new());
        for session in &wanted {
            match session.credential {
                SocketCredential::Session(id) => sessions.push(id),
                SocketCredential::Key(id) => keys.push(id),
            }
        }
        let rows = AuthRows::new(&state.db.pool);
        let mut found = Vec::new();
        if !sessions.is_empty() {
            found.extend(callers.sessions(rows, guard, sessions, order, now).await?);
        }
        if !keys.is_empty() {
            found.extend(callers.keys(rows, guard, keys, order, now).await?);
        }
        for row in found {
            let session = SessionRef {
                is_staff: guard == Guard::Agent,
                credential: row.credential,
                membership_id: row.membership_id,
            };
            if wanted.contains(&session) {
                let rights = SocketRights {
                    rights: row.rights,
                    key: row.key,
                };
                valid.push((session, rights, row.is_assigned));
            }
        }
    }
    Ok(valid)
}
