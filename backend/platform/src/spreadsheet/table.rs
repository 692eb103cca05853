//! A compact table of cells. A large sheet has hundreds of thousands of short cells, so all text is in one string.

use super::{ReadError, marks::fill_marks};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use shared_types::{fields::Rule, imports::limits, visible_text::visible, web_address};
use std::{borrow::Cow, collections::BTreeMap};

/// The most text of a table. A file may hold a long text once, and name it in every cell.
const MAX_BYTES: usize = 64 << 20;

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
    const CODES: [(Self, char); 6] = [
        (Self::Text, 't'),
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

/// A cell as a person sees it in the sheet. In JSON a text is a string, and another cell a list of its kind, its text, and its link if
/// it has one. The kind of a merged cell is a capital letter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell<'a> {
    pub text: Cow<'a, str>,
    pub kind: CellKind,
    /// The web address that a click on the cell opens, if the text is another one.
    pub link: Option<Cow<'a, str>>,
    /// The cell is one over several rows, and each of them has its value.
    pub is_merged: bool,
}

impl Cell<'_> {
    /// The web address that the cell stands for: where it leads, else its text.
    pub fn address(&self) -> &str {
        self.link.as_deref().unwrap_or(&self.text)
    }
}

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let code = CellKind::CODES.iter().find(|(kind, _)| *kind == self.kind);
        let code = code.map_or('t', |(_, code)| *code);
        let code = if self.is_merged {
            code.to_ascii_uppercase()
        } else {
            code
        };
        match (&self.link, code) {
            (Some(link), _) => (code, &self.text, link).serialize(serializer),
            (None, 't') => self.text.serialize(serializer),
            (None, _) => (code, &self.text).serialize(serializer),
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
            Linked(char, #[serde(borrow)] Cow<'a, str>, #[serde(borrow)] Cow<'a, str>),
            Other(char, #[serde(borrow)] Cow<'a, str>),
        }
        let (code, text, link) = match Stored::deserialize(deserializer)? {
            Stored::Text(text) => ('t', text, None),
            Stored::Linked(code, text, link) => (code, text, Some(link)),
            Stored::Other(code, text) => (code, text, None),
        };
        let is_merged = code.is_ascii_uppercase();
        let code = code.to_ascii_lowercase();
        let known = CellKind::CODES.iter().find(|(_, known)| *known == code);
        let (kind, _) = known.ok_or_else(|| D::Error::custom("unknown kind of cell"))?;
        Ok(Self {
            text,
            kind: *kind,
            link,
            is_merged,
        })
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
    /// The index and the address of each cell with a link.
    links: Vec<(usize, String)>,
    /// The text in all cells, with each row of a merged cell.
    bytes: usize,
    /// The cells that are one over several rows: by column and number of the first row, the last row and the index of the cell.
    merged: BTreeMap<(usize, u32), (u32, usize)>,
    /// The addresses of pictures by number of the row and column.
    pictures: BTreeMap<(u32, usize), String>,
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
        self.take_bytes(text.len())?;
        while self.cells.len() < first + column {
            self.cells.push((self.text.len(), CellKind::Text));
        }
        self.text.push_str(text);
        self.cells.push((self.text.len(), kind));
        Ok(())
    }

    /// Gives the last cell the address that it leads to. Addresses that are not of the web are left out, and a text that is an address
    /// itself is what the person means.
    pub(super) fn link_last(&mut self, address: &str) {
        let Some(last) = self.cells.len().checked_sub(1) else {
            return;
        };
        let begin = last.checked_sub(1).map_or(0, |before| self.cells[before].0);
        let mut address = address.trim().to_owned();
        // SheetJS 0.18.5 escapes an address once more at each save.
        while address.contains("&amp;") {
            address = address.replace("&amp;", "&");
        }
        let is_usable = address.len() <= limits::CELL && web_address::host(&address).is_some();
        if is_usable && web_address::host(&self.text[begin..]).is_none() {
            self.links.push((last, address));
        }
    }

    /// Merges a cell that was added with `rows` cells below it; row and column count from 0.
    pub(super) fn merge_down(&mut self, row: u32, column: usize, rows: u32) -> Result<(), ReadError> {
        let number = row.saturating_add(1);
        let Ok(at) = self.rows.binary_search_by_key(&number, |(number, _)| *number) else {
            return Ok(());
        };
        let cell = self.rows[at].1.saturating_add(column);
        if rows == 0 || cell >= self.end_of_row(at) || self.cell(cell).text.is_empty() {
            return Ok(());
        }
        let filled = usize::try_from(rows).unwrap_or(limits::ROWS).min(limits::ROWS);
        self.take_bytes(self.cell(cell).text.len().saturating_mul(filled))?;
        self.merged
            .insert((column, number), (number.saturating_add(rows), cell));
        Ok(())
    }

    /// Puts the address of a picture into a cell without a text; the number of the row counts from 1. Other cells keep their text, and
    /// rows without cells are not added.
    pub fn put_picture(&mut self, cell: (u32, usize), address: String) {
        if cell.1 < limits::COLUMNS {
            self.pictures.entry(cell).or_insert(address);
        }
    }

    /// The column that pictures were put into.
    pub fn picture_column(&self) -> Option<usize> {
        self.pictures.keys().next().map(|(_, column)| *column)
    }

    /// Counts text that the table holds, or that its merged cells repeat.
    fn take_bytes(&mut self, bytes: usize) -> Result<(), ReadError> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > MAX_BYTES {
            return Err(ReadError::TooLarge);
        }
        Ok(())
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    fn end_of_row(&self, at: usize) -> usize {
        self.rows.get(at + 1).map_or(self.cells.len(), |(_, next)| *next)
    }

    fn cell(&self, at: usize) -> Cell<'_> {
        let begin = at.checked_sub(1).map_or(0, |before| self.cells[before].0);
        let link = self.links.binary_search_by_key(&at, |(at, _)| *at).ok();
        Cell {
            text: Cow::Borrowed(&self.text[begin..self.cells[at].0]),
            kind: self.cells[at].1,
            link: link.map(|link| Cow::Borrowed(self.links[link].1.as_str())),
            is_merged: false,
        }
    }

    /// Iterates over the rows: pairs of a row number and its cells. A merged cell counts as its first row.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = (u32, Vec<Cell<'_>>)> {
        self.rows.iter().enumerate().map(|(at, (number, first))| {
            let cells = (*first..self.end_of_row(at)).map(|cell| self.cell(cell));
            (*number, cells.collect())
        })
    }

    /// Iterates over the rows as [`Self::rows`] does, with the value of a merged cell in each of its rows, and with pictures. A dash is an
    /// empty cell, and a mark such as `-//-` stands for the value above it.
    pub fn filled_rows(&self) -> impl ExactSizeIterator<Item = (u32, Vec<Cell<'_>>)> {
        let mut columns: Vec<usize> = self.merged.keys().map(|(column, _)| *column).collect();
        columns.dedup();
        let mut above: Vec<Cell<'_>> = Vec::new();
        self.rows().map(move |(number, mut cells)| {
            fill_marks(&mut cells, &above, |cell| (&*cell.text, cell.kind == CellKind::Text));
            for column in &columns {
                let above = self.merged.range((*column, 0)..=(*column, number)).next_back();
                let Some((_, (_, cell))) = above.filter(|(_, (last, _))| number <= *last) else {
                    continue;
                };
                if cells.len() <= *column {
                    cells.resize_with(column + 1, Cell::default);
                }
                cells[*column] = Cell {
                    is_merged: true,
                    ..self.cell(*cell)
                };
            }
            for ((_, column), address) in self.pictures.range((number, 0)..=(number, limits::COLUMNS)) {
                if cells.len() <= *column {
                    cells.resize_with(column + 1, Cell::default);
                }
                if cells[*column].text.is_empty() {
                    cells[*column].text = Cow::Borrowed(address);
                }
            }
            above.clone_from(&cells);
            (number, cells)
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
    fn merged_cell_fills_its_rows() {
        let mut table = Table::default();
        for (row, column, text) in [(0, 0, "а"), (0, 1, "1"), (1, 1, "2"), (4, 1, "3"), (5, 0, "б")] {
            table
                .push_cell(row, column, text, CellKind::Text)
                .expect("within the bounds");
        }
        table.merge_down(0, 0, 4).expect("within the bounds");
        table.merge_down(0, 2, 4).expect("within the bounds");
        let rows: Vec<_> = table.filled_rows().collect();
        let texts: Vec<Vec<(&str, bool)>> = rows
            .iter()
            .map(|(_, cells)| cells.iter().map(|cell| (cell.text.as_ref(), cell.is_merged)).collect())
            .collect();
        assert_eq!(
            texts,
            [
                vec![("а", true), ("1", false)],
                vec![("а", true), ("2", false)],
                vec![("а", true), ("3", false)],
                vec![("б", false)]
            ]
        );
    }

    #[test]
    fn repeated_text_is_bounded() {
        let text = "x".repeat(limits::CELL);
        let mut table = Table::default();
        let mut fill = |row| table.push_cell(row, 0, &text, CellKind::Text);
        let refused = (0..20_000).map(&mut fill).find(Result::is_err);
        assert_eq!(refused, Some(Err(ReadError::TooLarge)));
        let mut table = Table::default();
        table.push_cell(0, 0, &text, CellKind::Text).expect("within the bounds");
        assert_eq!(table.merge_down(0, 0, 20_000), Err(ReadError::TooLarge));
    }

    #[test]
    fn link_is_kept_where_the_text_is_no_address() {
        let mut table = Table::default();
        for (column, text, link) in [
            (0, "Открыть", "https://a.cn/1?b&amp;amp;c"),
            (1, "https://a.cn/2", "https://a.cn/3"),
            (2, "почта", "mailto:a@b.cn"),
            (3, "скрипт", "javascript:alert(1)"),
        ] {
            table
                .push_cell(0, column, text, CellKind::Text)
                .expect("within the bounds");
            table.link_last(link);
        }
        let (_, cells) = table.rows().next().expect("a row");
        let addresses: Vec<&str> = cells.iter().map(Cell::address).collect();
        assert_eq!(addresses, ["https://a.cn/1?b&c", "https://a.cn/2", "почта", "скрипт"]);
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
            link: (kind == CellKind::Date).then_some(Cow::Borrowed("https://a.cn/")),
            is_merged: matches!(kind, CellKind::Date | CellKind::Error),
        });
        let json = serde_json::to_string(&cells).expect("JSON");
        assert!(json.starts_with(r#"["n",["n","12.50 ¥"]"#), "{json}");
        assert_eq!(serde_json::from_str::<[Cell<'_>; 6]>(&json).expect("cells"), cells);
    }
}
