//! Whether logins that hold a socket may still do so: the same rule as for a request, for many at once.

use super::lookup::{Logins, RIGHTS, logins, rights};
use crate::platform::{realtime::Seat, state::AppState};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Statement, Value};
use shared_types::access::{Breadth, Guard, Level, Object};
use std::collections::BTreeSet;

#[derive(FromQueryResult)]
struct Found {
    session_id: i64,
    membership_id: i64,
    is_owner: bool,
    rights: Option<String>,
    assigned: bool,
}

/// Of these logins those that are still good, and whose persons may see orders.
pub async fn of_logins(state: &AppState, seats: &[Seat]) -> Result<BTreeSet<Seat>, DbErr> {
    standing(state, seats, None).await
}

/// Of these logins those whose persons may see this very order.
pub async fn of_logins_in(state: &AppState, order: i64, seats: &[Seat]) -> Result<BTreeSet<Seat>, DbErr> {
    standing(state, seats, Some(order)).await
}

async fn standing(state: &AppState, seats: &[Seat], order: Option<i64>) -> Result<BTreeSet<Seat>, DbErr> {
    let mut good = BTreeSet::new();
    for guard in [Guard::Agent, Guard::Client] {
        let asked: BTreeSet<Seat> = seats.iter().copied().filter(|seat| seat.guard() == guard).collect();
        if asked.is_empty() {
            continue;
        }
        let mut values: Vec<Value> = vec![state.clock.now().into()];
        values.extend(order.map(Value::from));
        let sql = statement(guard, order.is_some(), &asked);
        let backend = state.db.pool.get_database_backend();
        let found = Found::find_by_statement(Statement::from_sql_and_values(backend, sql, values));
        for found in found.all(&state.db.pool).await? {
            let rights = rights(found.is_owner, found.rights.as_deref().unwrap_or_default());
            let grant = rights.on(Object::Orders);
            let seat = Seat {
                is_staff: guard == Guard::Agent,
                session_id: found.session_id,
                membership_id: found.membership_id,
            };
            let sees = guard == Guard::Client || grant.breadth == Breadth::All || found.assigned || order.is_none();
            if grant.level >= Level::View && sees && asked.contains(&seat) {
                good.insert(seat);
            }
        }
    }
    Ok(good)
}

/// Logins are named by numbers of our own making, which stand in the statement itself.
fn statement(guard: Guard, in_order: bool, seats: &BTreeSet<Seat>) -> String {
    let (order, assigned) = match (in_order, guard) {
        (false, _) => ("", "false"),
        (true, Guard::Agent) => (
            "JOIN orders o ON o.id = $2 AND o.agent_id = m.agent_id AND o.status <> 'draft'",
            "coalesce(o.assigned_staff_id = m.id, false)",
        ),
        (true, Guard::Client) => (
            "JOIN orders o ON o.id = $2 AND o.agent_id = m.agent_id AND o.client_id = m.client_id",
            "false",
        ),
    };
    let Logins { rows, closed, .. } = logins(guard);
    let sessions: Vec<String> = seats.iter().map(|seat| seat.session_id.to_string()).collect();
    format!(
        "SELECT s.id AS session_id, m.id AS membership_id, m.is_owner, {RIGHTS} AS rights, {assigned} AS assigned \
         FROM {rows} {order} WHERE s.id IN ({}) AND s.guard = '{}' \
         AND s.revoked_at IS NULL AND s.expires_at > $1 AND NOT ({closed})",
        sessions.join(", "),
        guard.as_str()
    )
}
