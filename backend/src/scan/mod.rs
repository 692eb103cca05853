//! The scanner: what a code leads to, scans that receive, pack and count, the cells of the warehouse, labels.
//!
//! Invariants: a scan happens once, whoever sends it how often; scans of a batch happen in their order; lines and shipments
//! move by the operations of their own features; a code that nobody knows waits until a line gets it as its track.

pub mod entity;

mod cells;
mod labels;
mod plan;
mod resolve;
mod routes;
mod unknown;
mod work;

pub(crate) use cells::add as add_cells;
pub use routes::routes;
