//! Limits of an import.

/// Maximum file size, in bytes.
pub const FILE_BYTES: usize = 20 << 20;
/// Maximum number of rows that are not empty.
pub const ROWS: usize = 20_000;
/// Maximum number of columns.
pub const COLUMNS: usize = 100;
/// Maximum length of a cell text, in characters.
pub const CELL: usize = 5_000;
/// Maximum length of a file name, in characters.
pub const NAME: usize = 200;
