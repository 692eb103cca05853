//! The scanner: lookup of codes, scans that receive, pack and count items, cells of the warehouse, labels.
//!
//! Invariants:
//! - A scan is executed once, however often it is sent.
//! - The scans of a batch are executed in their order.
//! - Items and shipments change status only by the operations of their own features.
//! - An unknown code stays in the list of unknown codes until an item gets it as its track and is scanned.

mod cells;
mod error;
mod execute;
mod labels;
mod plan;
mod resolve;
mod routes;
mod targets;
mod unknown_scans;

pub(crate) use cells::add as add_cells;
pub use error::ScanError;
pub use routes::routes;
