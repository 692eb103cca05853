//! Detection of the columns of a sheet by their headers.

use super::{Cell, Table};

/// The number of rows in which headers are searched for.
const HEADER_SEARCH_ROWS: usize = 20;
/// The number of columns that a header row names at least.
const HEADER_FIELDS: usize = 2;

/// The headers that an import knows.
pub struct Headers<F: 'static> {
    /// The prefixes of the headers of each field. The longest match decides.
    pub prefixes: &'static [(F, &'static [&'static str])],
    /// The fields of the columns of a sheet without headers, in their order.
    pub defaults: &'static [F],
    /// The fields that several columns may have. Of other columns with the same field, the first one has it.
    pub repeatable: &'static [F],
}

impl<F: Copy + PartialEq> Headers<F> {
    /// Returns the field that a header names.
    fn field_of(&self, header: &str) -> Option<F> {
        let header = header.trim().to_lowercase().replace('ё', "е").replace('_', " ");
        self.prefixes
            .iter()
            .flat_map(|(field, words)| words.iter().map(move |word| (*field, *word)))
            .filter(|(_, word)| header.starts_with(&word.replace('_', " ")))
            .max_by_key(|(_, word)| word.chars().count())
            .map(|(field, _)| field)
    }

    /// Maps a row of headers to fields.
    pub fn map(&self, headers: &[impl AsRef<str>]) -> Vec<Option<F>> {
        let mut fields = Vec::new();
        for header in headers {
            let field = self.field_of(header.as_ref());
            let field = field.filter(|field| self.repeatable.contains(field) || !fields.contains(&Some(*field)));
            fields.push(field);
        }
        fields
    }

    /// Finds the header row among the first rows: the one that names most fields, at least two.
    fn find_row(&self, table: &Table) -> Option<(u32, Vec<Option<F>>)> {
        let mut best = None;
        let mut most = HEADER_FIELDS - 1;
        for (number, cells) in table.rows().take(HEADER_SEARCH_ROWS) {
            let fields = self.map(&cells);
            let count = fields.iter().flatten().count();
            if count > most {
                (best, most) = (Some((number, fields)), count);
            }
        }
        best
    }

    /// Whether a sheet has a header row.
    pub fn are_in(&self, table: &Table) -> bool {
        self.find_row(table).is_some()
    }

    /// Returns the number of the header row and the field of each column. Without a header row the number is 0, and the columns have
    /// the default fields.
    pub fn detect(&self, table: &Table) -> (u32, Vec<Option<F>>) {
        self.find_row(table).unwrap_or_else(|| {
            let width = table.rows().next().map_or(0, |(_, cells)| cells.len());
            let fields = (0..width).map(|column| self.defaults.get(column).copied());
            (0, fields.collect())
        })
    }
}

impl AsRef<str> for Cell<'_> {
    fn as_ref(&self) -> &str {
        &self.text
    }
}
