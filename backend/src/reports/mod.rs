//! Reports for the agent. docs/reports.md defines every figure.
//!
//! Invariants: amounts of different currencies are never added; the rows of a table sum to its total, regardless of the grouping;
//! a report writes nothing.

mod error;
mod expenses;
mod export_routes;
mod figures;
mod funds;
mod goods_cost;
mod ledger_sums;
pub(crate) mod period;
mod report;
mod routes;
mod selection;

pub use export_routes::routes as export_routes;
pub use routes::routes;
