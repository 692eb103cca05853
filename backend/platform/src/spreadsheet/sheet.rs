//! A sheet that was read from a file, and the files that it can be read from.

use super::{ReadError, Table};
use shared_types::imports::HiddenCells;

/// The sheet that was read from a file.
#[derive(Debug, Default)]
pub struct ParsedSheet {
    /// The names of the sheets of the file that are not hidden; empty for text files.
    pub names: Vec<String>,
    /// The name of the sheet that was read.
    pub name: String,
    pub rows: Table,
    pub hidden: HiddenCells,
}

/// An opened workbook.
pub(super) trait Sheets {
    /// The names of its sheets, and whether each is visible.
    fn names(&self) -> Vec<(String, bool)>;

    /// Reads the cells of a sheet.
    fn read(&mut self, name: &str) -> Result<ParsedSheet, ReadError>;
}
