//! Session checks for open sockets: the same rules as for a request, for many sessions in one statement.

use super::loader::AuthRows;
use crate::{batches::Batches, realtime::SessionRef, state::AppState};
use sea_orm::DbErr;
use shared_types::access::{Breadth, Guard, Level, Object, Rights};
use shared_types::id::OrderId;
use std::collections::{BTreeMap, BTreeSet};

/// The sessions that are still valid, with the rights of their persons.
pub async fn session_rights(state: &AppState, refs: &[SessionRef]) -> Result<BTreeMap<SessionRef, Rights>, DbErr> {
    let rows = check_sessions(state, refs, None).await?;
    Ok(rows.into_iter().map(|(session, rights, _)| (session, rights)).collect())
}

/// The checks of single sessions, in batches: by order, or without an order.
pub(crate) type SessionChecks = Batches<Option<OrderId>, SessionRef, Result<BTreeSet<SessionRef>, DbErr>>;

/// Whether a session is still valid and, if an order is given, its person may see the order. Sessions that are checked at the
/// same time, such as the sessions of all sockets after a restart, are checked by one statement.
pub async fn check_session(state: &AppState, order: Option<OrderId>, session: SessionRef) -> Result<bool, DbErr> {
    let checking = state.clone();
    let answer = move |sessions: Vec<SessionRef>| {
        let state = checking.clone();
        async move {
            match order {
                Some(order) => sessions_seeing_order(&state, order, &sessions).await,
                None => Ok(session_rights(&state, &sessions).await?.into_keys().collect()),
            }
        }
    };
    let checked = state.session_checks.ask(order, session, answer).await;
    match checked.as_deref() {
        Some(Ok(valid)) => Ok(valid.contains(&session)),
        Some(Err(error)) => Err(DbErr::Custom(format!("a session could not be checked: {error}"))),
        None => Err(DbErr::Custom("the check of a session has panicked".to_owned())),
    }
}

/// The sessions that are still valid and whose persons may see the order.
pub async fn sessions_seeing_order(
    state: &AppState,
    order: OrderId,
    refs: &[SessionRef],
) -> Result<BTreeSet<SessionRef>, DbErr> {
    let rows = check_sessions(state, refs, Some(order)).await?;
    let seeing = rows.into_iter().filter(|(session, rights, assigned)| {
        let grant = rights.grant(Object::Orders);
        let sees = session.guard() == Guard::Client || grant.breadth == Breadth::All || *assigned;
        grant.level >= Level::View && sees
    });
    Ok(seeing.map(|(session, ..)| session).collect())
}

/// The sessions that are still valid, with the rights of their persons, and whether the order is assigned to them. With an order,
/// only sessions of its cabinets.
async fn check_sessions(
    state: &AppState,
    refs: &[SessionRef],
    order: Option<OrderId>,
) -> Result<Vec<(SessionRef, Rights, bool)>, DbErr> {
    let mut valid = Vec::new();
    for guard in [Guard::Agent, Guard::Client] {
        let wanted: BTreeSet<SessionRef> = refs
            .iter()
            .copied()
            .filter(|session| session.guard() == guard)
            .collect();
        if wanted.is_empty() {
            continue;
        }
        let ids = wanted.iter().map(|session| session.session_id).collect();
        let (rows, now) = (AuthRows::new(&state.db.pool), state.clock.now());
        for row in state.callers()?.sessions(rows, guard, ids, order, now).await? {
            let session = SessionRef {
                is_staff: guard == Guard::Agent,
                session_id: row.session_id,
                membership_id: row.membership_id,
            };
            if wanted.contains(&session) {
                valid.push((session, row.rights, row.is_assigned));
            }
        }
    }
    Ok(valid)
}
