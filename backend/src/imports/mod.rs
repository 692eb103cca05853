//! Import of items from spreadsheets into a draft: upload, preview with errors, confirmation, undo.
//!
//! Invariants: an upload changes nothing in the draft until it is confirmed; confirmation and undo are one transaction
//! each; an item refers to the import that added it.

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

pub(crate) use read::read_lines;
pub use routes::routes;
