//! Kept lines of bank statements.
//!
//! Invariants: a line is kept once, whatever statements have it; no more is credited than its amount; each change of its state is
//! recorded with the person who made it.

mod changes;
mod keep;
mod list;

pub(super) use changes::{credit, ignore, restore, take_back};
pub(super) use keep::{find_lines, keep, read_statement, similar_lines};
pub(super) use list::{exact, page, payable, view_one};

use entities::statement_line::Model;
use platform::{
    realtime::Change,
    scope::{ScopedConnection, Topic},
};

/// The sum that is left of a line to credit, in minor units.
pub(super) const fn left_of(line: &Model) -> i64 {
    line.amount_minor.saturating_sub(line.used_minor)
}

/// Publishes a change of a line to open pages. The table is not published as a whole, because an upload adds thousands of lines.
fn record_change(rows: &impl ScopedConnection, line: &Model) {
    let change = Change {
        topic: Topic::StatementLine,
        id: line.id.0,
        client_id: None,
        audience: None,
    };
    rows.record_change(line.agent_id, change);
}
