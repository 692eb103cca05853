//! Columns that a feature adds to the lookup of callers.

/// Columns that a feature adds to the statement that reads a caller.
#[derive(Clone, Copy, Debug)]
pub struct JoinedColumns {
    pub columns: &'static str,
    /// The same columns without values, for requests that do not need them.
    pub absent: &'static str,
    /// Joins the tables of the columns to the agent `a` and the membership `m`.
    pub join: &'static str,
}
