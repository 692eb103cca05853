//! A sheet that was read from a file, and the files that it can be read from.

use super::{ReadError, Table};
use bytes::Bytes;
use shared_types::imports::HiddenCells;
use std::collections::BTreeSet;

/// The sheet that was read from a file.
#[derive(Debug, Default)]
pub struct ParsedSheet {
    /// The names of the sheets of the file that are not hidden; empty for text files.
    pub names: Vec<String>,
    /// The name of the sheet that was read.
    pub name: String,
    pub rows: Table,
    pub hidden: HiddenCells,
    /// The rows have no text for them.
    pub pictures: Vec<SheetPicture>,
}

/// A picture in a file. It is not checked: it may be of any format, or none.
#[derive(Debug)]
pub struct SheetPicture {
    pub bytes: Bytes,
    /// The cells that it is in, or lies over: the number of the row, counted from 1, and the column, counted from 0.
    pub cells: Vec<(u32, usize)>,
}

/// An opened workbook.
pub(super) trait Sheets {
    /// The names of its sheets, and whether each is visible.
    fn names(&self) -> Vec<(String, bool)>;

    /// Reads the cells of a sheet.
    fn read(&mut self, name: &str) -> Result<ParsedSheet, ReadError>;
}

/// The sheets of a file that was read as a whole: names, whether they are visible, and cells.
pub(super) struct ReadSheets(pub(super) Vec<(String, bool, ParsedSheet)>);

impl Sheets for ReadSheets {
    fn names(&self) -> Vec<(String, bool)> {
        let names = self.0.iter();
        names.map(|(name, is_visible, _)| (name.clone(), *is_visible)).collect()
    }

    fn read(&mut self, name: &str) -> Result<ParsedSheet, ReadError> {
        let found = self.0.iter_mut().find(|(known, ..)| known == name);
        found
            .map(|(.., sheet)| std::mem::take(sheet))
            .ok_or(ReadError::NoSuchSheet)
    }
}

/// Counts the rows and columns with values that a sheet hides, row by row.
#[derive(Default)]
pub(super) struct HiddenCount {
    rows: u32,
    row: RowState,
    columns: BTreeSet<usize>,
    columns_with_values: BTreeSet<usize>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum RowState {
    #[default]
    Shown,
    Hidden,
    /// Hidden, with values.
    HiddenAndCounted,
}

impl HiddenCount {
    pub(super) fn hide_columns(&mut self, columns: impl IntoIterator<Item = usize>) {
        self.columns.extend(columns);
    }

    pub(super) fn start_row(&mut self, is_hidden: bool) {
        self.row = if is_hidden { RowState::Hidden } else { RowState::Shown };
    }

    /// Counts hidden rows with values.
    pub(super) const fn hide_rows(&mut self, count: u32) {
        self.rows = self.rows.saturating_add(count);
    }

    /// Whether the sheet hides a cell of the current row that has a value.
    pub(super) fn hides(&mut self, column: usize) -> bool {
        if self.row != RowState::Shown {
            self.rows += u32::from(self.row == RowState::Hidden);
            self.row = RowState::HiddenAndCounted;
            return true;
        }
        self.columns_with_values.insert(column);
        self.columns.contains(&column)
    }

    pub(super) fn total(self) -> HiddenCells {
        let columns = self.columns.intersection(&self.columns_with_values).count();
        HiddenCells {
            rows: self.rows,
            columns: u32::try_from(columns).unwrap_or(u32::MAX),
            ..HiddenCells::default()
        }
    }
}
