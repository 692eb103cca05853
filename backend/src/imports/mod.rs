//! Imports of spreadsheets: read, shown with their faults, confirmed, undone.
//!
//! Invariants: nothing of a file is in the draft before it is confirmed; confirming and undoing are one transaction each;
//! a line knows the import that added it.

pub mod entity;

mod cells;
mod change;
mod confirm;
mod plan;
mod preview;
mod read;
mod routes;
mod rules;
mod template;
mod undo;
mod upload;

pub(crate) use read::lines;
pub use routes::routes;
