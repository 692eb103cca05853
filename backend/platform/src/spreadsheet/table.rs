//! A compact table of cells. A large sheet has hundreds of thousands of short cells, so all text is in one string.

use super::ReadError;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use shared_types::{fields::Rule, imports::limits, visible_text::visible};
use std::borrow::Cow;

/// The type of a cell's content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellKind {
    /// A text as it was typed, or as the sheet shows a time, a percentage or a code.
    #[default]
    Text,
    /// A number: digits with a decimal point, rounded as the sheet shows them, with the currency or unit of the format.
    Number,
    Date,
    /// A formula without a value.
    NotCalculated,
    /// A number whose last digits are lost.
    DigitsLost,
    /// A formula with an error.
    Error,
}

impl CellKind {
    const CODES: [(Self, char); 5] = [
        (Self::Number, 'n'),
        (Self::Date, 'd'),
        (Self::NotCalculated, 'f'),
        (Self::DigitsLost, 'l'),
        (Self::Error, 'e'),
    ];

    /// Why the cell has no usable value, whatever it is used for.
    pub const fn fault(self) -> Option<Rule> {
        match self {
            Self::Text | Self::Number | Self::Date => None,
            Self::NotCalculated => Some(Rule::NotCalculated),
            Self::DigitsLost => Some(Rule::DigitsLost),
            Self::Error => Some(Rule::FormulaError),
        }
    }
}

/// A cell as a person sees it in the sheet. In JSON a text is a string, and another cell a pair of its kind and its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell<'a> {
    pub text: Cow<'a, str>,
    pub kind: CellKind,
}

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match CellKind::CODES.iter().find(|(kind, _)| *kind == self.kind) {
            None => self.text.serialize(serializer),
            Some((_, code)) => (code, &self.text).serialize(serializer),
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Cell<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// A text that borrows from the JSON unless it contains escapes.
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Stored<'a> {
            Text(#[serde(borrow)] Cow<'a, str>),
            Other(char, #[serde(borrow)] Cow<'a, str>),
        }
        match Stored::deserialize(deserializer)? {
            Stored::Text(text) => Ok(Self {
                text,
                kind: CellKind::Text,
            }),
            Stored::Other(code, text) => {
                let known = CellKind::CODES.iter().find(|(_, known)| *known == code);
                let (kind, _) = known.ok_or_else(|| D::Error::custom("unknown kind of cell"))?;
                Ok(Self { text, kind: *kind })
            }
        }
    }
}

/// The rows of a sheet that are not empty, in their order.
#[derive(Debug, Default)]
pub struct Table {
    /// The concatenated text of all cells.
    text: String,
    /// The end of each cell in `text`, and its kind.
    cells: Vec<(usize, CellKind)>,
    /// The number of each row, counted from 1, and the index of its first cell.
    rows: Vec<(u32, usize)>,
}

impl Table {
    /// Adds a cell; row and column count from 0. Cells must be added in the order of the sheet. Blank cells are skipped.
    pub(super) fn push_cell(&mut self, row: u32, column: usize, text: &str, kind: CellKind) -> Result<(), ReadError> {
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
            self.rows.push((number, self.cells.len()));
        }
        let first = self.rows.last().map_or(0, |(_, first)| *first);
        if self.cells.len() > first + column {
            return Err(ReadError::Damaged(format!(
                "the cells of row {number} are not in order"
            )));
        }
        while self.cells.len() < first + column {
            self.cells.push((self.text.len(), CellKind::Text));
        }
        self.text.push_str(text);
        self.cells.push((self.text.len(), kind));
        Ok(())
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Iterates over the rows: pairs of a row number and its cells.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = (u32, Vec<Cell<'_>>)> {
        self.rows.iter().enumerate().map(|(at, (number, first))| {
            let end = self.rows.get(at + 1).map_or(self.cells.len(), |(_, next)| *next);
            let begin = |cell: usize| if cell == 0 { 0 } else { self.cells[cell - 1].0 };
            let cells = (*first..end).map(|cell| Cell {
                text: Cow::Borrowed(&self.text[begin(cell)..self.cells[cell].0]),
                kind: self.cells[cell].1,
            });
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
            table
                .push_cell(row, column, text, CellKind::Text)
                .expect("within the bounds");
        }
        let texts = |cells: Vec<Cell<'_>>| cells.into_iter().map(|cell| cell.text.into_owned()).collect();
        let rows: Vec<(u32, Vec<String>)> = table.rows().map(|(number, cells)| (number, texts(cells))).collect();
        let expected = [(1, vec!["", "б", "", "г"]), (5, vec!["а"]), (6, vec!["", "", "в"])];
        assert_eq!(
            rows,
            expected.map(|(number, cells)| (number, cells.into_iter().map(str::to_owned).collect()))
        );
        assert!(table.push_cell(5, 1, "а", CellKind::Text).is_err());
    }

    #[test]
    fn cells_round_trip_through_json() {
        let cells = [
            (CellKind::Text, "n"),
            (CellKind::Number, "12.50 ¥"),
            (CellKind::Date, "2026-04-03"),
            (CellKind::NotCalculated, "=A1"),
            (CellKind::DigitsLost, "1.2E+18"),
            (CellKind::Error, "#N/A"),
        ]
        .map(|(kind, text)| Cell {
            text: Cow::Borrowed(text),
            kind,
        });
        let json = serde_json::to_string(&cells).expect("JSON");
        assert!(json.starts_with(r#"["n",["n","12.50 ¥"]"#), "{json}");
        assert_eq!(serde_json::from_str::<[Cell<'_>; 6]>(&json).expect("cells"), cells);
    }
}
