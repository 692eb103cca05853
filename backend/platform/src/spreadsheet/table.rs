//! A compact table of text cells. A large sheet has hundreds of thousands of short cells, so all text is in one string.

use super::ReadError;
use shared_types::{imports::limits, visible_text::visible};

/// The rows of a sheet that are not empty, in their order.
#[derive(Debug, Default)]
pub struct Table {
    /// The concatenated text of all cells.
    text: String,
    /// The end of each cell in `text`.
    ends: Vec<usize>,
    /// The number of each row, counted from 1, and the index of its first cell in `ends`.
    rows: Vec<(u32, usize)>,
}

impl Table {
    /// Adds a cell; row and column count from 0. Cells must be added in the order of the sheet. Blank cells are skipped.
    pub(super) fn push_cell(&mut self, row: u32, column: usize, text: &str) -> Result<(), ReadError> {
        let text = visible(text).trim();
        if text.is_empty() {
            return Ok(());
        }
        let number = row.saturating_add(1);
        if column >= limits::COLUMNS {
            return Err(ReadError::TooManyColumns);
        }
        if text.len() > limits::CELL && text.chars().count() > limits::CELL {
            return Err(ReadError::CellTooLong(number));
        }
        if self.rows.last().is_none_or(|(last, _)| *last != number) {
            // One row more than the limit is allowed: the headers.
            if self.rows.len() > limits::ROWS {
                return Err(ReadError::TooManyRows);
            }
            self.rows.push((number, self.ends.len()));
        }
        let first = self.rows.last().map_or(0, |(_, first)| *first);
        if self.ends.len() > first + column {
            return Err(ReadError::Damaged(format!(
                "the cells of row {number} are not in order"
            )));
        }
        while self.ends.len() < first + column {
            self.ends.push(self.text.len());
        }
        self.text.push_str(text);
        self.ends.push(self.text.len());
        Ok(())
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Iterates over the rows: pairs of a row number and its cells.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = (u32, Vec<&str>)> {
        self.rows.iter().enumerate().map(|(at, (number, first))| {
            let end = self.rows.get(at + 1).map_or(self.ends.len(), |(_, next)| *next);
            let begin = |cell: usize| if cell == 0 { 0 } else { self.ends[cell - 1] };
            let cells = (*first..end).map(|cell| &self.text[begin(cell)..self.ends[cell]]);
            (*number, cells.collect())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_return_cells_at_their_positions() {
        let mut table = Table::default();
        for (row, column, text) in [(0, 1, " б "), (0, 3, "г"), (1, 0, " "), (4, 0, "а"), (5, 2, "в")] {
            table.push_cell(row, column, text).expect("within the bounds");
        }
        let rows: Vec<_> = table.rows().collect();
        assert_eq!(
            rows,
            [(1, vec!["", "б", "", "г"]), (5, vec!["а"]), (6, vec!["", "", "в"])]
        );
        assert!(table.push_cell(5, 1, "а").is_err());
    }
}
