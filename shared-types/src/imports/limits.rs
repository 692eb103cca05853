//! Bounds of an import.

/// Largest file, in bytes.
pub const FILE_BYTES: usize = 20 << 20;
/// Most rows with something in them.
pub const ROWS: usize = 20_000;
/// Most columns.
pub const COLUMNS: usize = 100;
/// Longest text of a cell, in characters.
pub const CELL: usize = 5_000;
/// Longest name of a file, in characters.
pub const NAME: usize = 200;
