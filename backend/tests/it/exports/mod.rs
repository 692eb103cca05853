//! Spreadsheet exports: visible rows, cell types, and the number of statements for long tables.

mod filters;
mod rights;
mod tables;

use crate::support::TestResponse;
use calamine::{Data, Reader, Xlsx, open_workbook_from_rs};
use std::io::Cursor;

/// The names of the sheet of filters.
const FILTERS: [&str; 3] = ["Отбор", "Filters", "筛选"];

/// The filters of an export, from its first sheet: names and values.
pub fn exported_filters(answer: TestResponse) -> Vec<(String, Data)> {
    assert_eq!(answer.status, 200, "{}", answer.text);
    let mut book: Xlsx<_> = open_workbook_from_rs(Cursor::new(answer.bytes)).expect("a workbook");
    let first = book.sheet_names().swap_remove(0);
    assert!(FILTERS.contains(&first.as_str()), "{first}");
    let range = book.worksheet_range(&first).expect("readable");
    range
        .rows()
        .skip(1)
        .map(|row| (row[0].to_string(), row[1].clone()))
        .collect()
}

/// Checks the response and returns the rows below the header of the first sheet with rows.
pub fn exported_rows(answer: TestResponse, statements: u32) -> Vec<Vec<Data>> {
    exported_sheets(answer, statements).swap_remove(0)
}

/// Checks the response and returns the rows below the header of each sheet with rows.
fn exported_sheets(answer: TestResponse, statements: u32) -> Vec<Vec<Vec<Data>>> {
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert!(answer.statements <= statements, "{} statements", answer.statements);
    let kind = answer.headers.get("content-type").and_then(|kind| kind.to_str().ok());
    assert_eq!(
        kind,
        Some("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
    );
    assert_eq!(
        answer
            .headers
            .get("cache-control")
            .and_then(|value| value.to_str().ok()),
        Some("no-store")
    );
    let mut book: Xlsx<_> = open_workbook_from_rs(Cursor::new(answer.bytes)).expect("a workbook");
    let names = book
        .sheet_names()
        .into_iter()
        .filter(|name| !FILTERS.contains(&name.as_str()));
    let names: Vec<String> = names.collect();
    let read = |name: String| {
        assert!(!name.starts_with("Sheet"), "the sheet says what it is");
        let formulas = book.worksheet_formula(&name).expect("readable");
        assert!(formulas.is_empty(), "no cell is a formula");
        let range = book.worksheet_range(&name).expect("a sheet");
        range.rows().skip(1).map(<[Data]>::to_vec).collect()
    };
    names.into_iter().map(read).collect()
}

fn first_column(rows: &[Vec<Data>]) -> Vec<String> {
    rows.iter().map(|row| row[0].to_string()).collect()
}
