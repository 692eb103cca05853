//! Import of items from spreadsheets into a draft: upload, preview with errors, confirmation, undo.
//!
//! Invariants: an upload changes nothing in the draft until it is confirmed; confirmation and undo are one transaction
//! each; an item refers to the import that added it.

mod blocks;
mod cell_values;
mod columns;
mod confirm;
mod field_words;
mod headers;
mod heads;
mod known_words;
mod layouts;
mod mapping;
mod measures;
mod neighbour_words;
mod pictures;
mod plan;
mod preview;
mod purchase_exports;
mod routes;
mod rules;
mod shipment_tracks;
mod sums;
mod template;
mod undo;
mod upload;

pub use pictures::jobs;
pub use routes::routes;
