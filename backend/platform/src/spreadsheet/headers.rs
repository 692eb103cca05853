//! Detection of the columns of a sheet by their headers.

use super::Table;

/// The number of rows in which headers are searched for.
const HEADER_SEARCH_ROWS: usize = 20;
/// The number of columns that a header row names at least.
const HEADER_FIELDS: usize = 2;

/// Returns the field that a header names. The longest prefix decides.
fn field_of<F: Copy>(prefixes: &[(F, &[&str])], header: &str) -> Option<F> {
    let header = header.trim().to_lowercase().replace('ё', "е").replace('_', " ");
    prefixes
        .iter()
        .flat_map(|(field, words)| words.iter().map(move |word| (*field, *word)))
        .filter(|(_, word)| header.starts_with(&word.replace('_', " ")))
        .max_by_key(|(_, word)| word.chars().count())
        .map(|(field, _)| field)
}

/// Maps a row of headers to fields, by the prefixes of the headers of each field. If several columns name the same field, the first
/// one is mapped.
pub fn map_headers<F: Copy + PartialEq>(prefixes: &[(F, &[&str])], headers: &[&str]) -> Vec<Option<F>> {
    let mut fields = Vec::new();
    for header in headers {
        let field = field_of(prefixes, header).filter(|field| !fields.contains(&Some(*field)));
        fields.push(field);
    }
    fields
}

/// Finds the header row among the first rows: the one that names most fields, at least two. Returns its number and the field of each
/// column.
///
/// Without a header row the number is 0, and the columns have the default fields in their order.
pub fn detect_columns<F: Copy + PartialEq>(
    table: &Table,
    prefixes: &[(F, &[&str])],
    default_fields: &[F],
) -> (u32, Vec<Option<F>>) {
    let mapped_count = |fields: &[Option<F>]| fields.iter().flatten().count();
    let mut best = (0, Vec::new());
    for (number, cells) in table.rows().take(HEADER_SEARCH_ROWS) {
        let fields = map_headers(prefixes, &cells);
        if mapped_count(&fields) > mapped_count(&best.1) {
            best = (number, fields);
        }
    }
    if mapped_count(&best.1) >= HEADER_FIELDS {
        return best;
    }
    let width = table.rows().next().map_or(0, |(_, cells)| cells.len());
    (
        0,
        (0..width).map(|column| default_fields.get(column).copied()).collect(),
    )
}
