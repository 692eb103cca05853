//! The warehouse scanner, cells and labels.

mod dto;
mod endpoints;
pub mod scale;

pub use dto::*;
pub use endpoints::*;

/// Maximum number of scans per request.
pub const BATCH: usize = 200;
/// Maximum length of a scan id.
pub const SCAN_ID: usize = 64;
/// Maximum length of a cell name, in characters.
pub const CELL_NAME: usize = 40;
/// Maximum number of cells created per request.
pub const NEW_CELLS: usize = 200;
/// Maximum number of labels per request.
pub const LABELS: usize = 300;
/// Maximum number of items returned with a cell.
pub const CELL_ITEMS: u64 = 1000;
