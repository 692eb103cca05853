//! The statements of the auth lookups. Their tables belong to the features above, which write the text; the composition root sets it.

use shared_types::access::Guard;

/// The side and the optional columns of the lookup of a caller.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate part of the statement")]
pub struct CallerColumns {
    pub guard: Guard,
    /// The rights of the access group of a preview.
    pub preview: bool,
    /// Unpaid invoices and the limits of the plan, for requests that they may refuse.
    pub billing: bool,
    /// The agent's translation settings.
    pub translation: bool,
    /// The last proof of the session, and the agent's requirement.
    pub step_up: bool,
}

/// Columns that a feature adds to the lookup of a caller.
#[derive(Clone, Copy, Debug)]
pub struct JoinedColumns {
    pub columns: &'static str,
    /// The same columns without values, for requests that do not need them.
    pub absent: &'static str,
    /// Joins the tables of the columns to the agent `a` and the membership `m`.
    pub join: &'static str,
}

/// Writes the SQL text of the lookups.
#[derive(Clone, Copy, Debug)]
pub struct AuthStatements {
    /// The caller of the session `$1` with the user `$2`, the membership `$3` and the guard `$4`; `$5` is the access group of a
    /// preview.
    pub caller: fn(CallerColumns) -> String,
    /// The step-up state of the session `$1`.
    pub step_up: fn(Guard) -> String,
    /// The holder of the extension token with the hash `$2`, at the time `$1`.
    pub extension_caller: fn() -> String,
    /// Stores the time `$1` and the address `$2` of the last use of the extension token `$3`, unless a later one is stored.
    pub record_token_use: &'static str,
    /// The sessions `s` of a side that are valid at the time `$1` and meet a condition; with an order, `$3`, only sessions of its
    /// cabinets.
    pub sessions: fn(Guard, condition: &str, in_order: bool) -> String,
}
