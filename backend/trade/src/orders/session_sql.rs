//! The part of the orders in the check of sessions.

use shared_types::access::Guard;

/// Joins the order `$3` to the memberships `m` of its cabinets, and says whether it is assigned to the person. A draft is private to
/// its client.
pub const fn session_sql(guard: Guard) -> (&'static str, &'static str) {
    match guard {
        Guard::Agent => (
            "JOIN orders o ON o.id = $3 AND o.agent_id = m.agent_id AND o.status <> 'draft'",
            "coalesce(o.assigned_staff_id = m.id, false)",
        ),
        Guard::Client => (
            "JOIN orders o ON o.id = $3 AND o.agent_id = m.agent_id AND o.client_id = m.client_id",
            "false",
        ),
    }
}
