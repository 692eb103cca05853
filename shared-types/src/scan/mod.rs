//! The scanner, the cells of the warehouse, and labels.

mod dto;
mod endpoints;

pub use dto::*;
pub use endpoints::*;

/// Most scans sent at once.
pub const BATCH: usize = 200;
/// Longest client-made id of a scan.
pub const SCAN_ID: usize = 64;
/// Longest name of a cell, in characters.
pub const CELL_NAME: usize = 40;
/// Most cells made at once.
pub const NEW_CELLS: usize = 200;
/// Most labels of one page.
pub const LABELS: usize = 300;
/// Most rows of the list of unknown codes.
pub const UNKNOWN: u64 = 200;
/// Most items shown of a cell.
pub const CELL_ITEMS: u64 = 1000;
