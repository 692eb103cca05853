//! Bounds of amounts and texts of billing.

/// Smallest online payment, in kopecks.
pub const MIN_PAYMENT_MINOR: i64 = 10_000;
/// Largest online payment, in kopecks.
pub const MAX_PAYMENT_MINOR: i64 = 50_000_000;
/// Maximum length of the name of a plan.
pub const PLAN_NAME: usize = 60;
/// Days after the first of the month by which an invoice is due.
pub const DUE_DAYS: i64 = 10;
/// Days after the due date until the agent's cabinet becomes read-only.
pub const GRACE_DAYS: i64 = 7;
/// Days before the due date on which the agent's owner is reminded.
pub const REMINDER_DAYS: i64 = 3;
/// Days before the cabinet becomes read-only on which the agent's owner is warned for the last time.
pub const LAST_DAYS: i64 = 2;
