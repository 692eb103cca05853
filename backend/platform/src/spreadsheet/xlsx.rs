//! XLSX workbooks. The size is checked before a file is read cell by cell.
//!
//! Macros are ignored, a formula has the value stored in the file, and a merged range has the value of its first cell.

use super::{ParsedSheet, ReadError, Table, format_number, select_sheet};
use calamine::{DataRef, Reader, Xlsx, XlsxError};
use std::io::{Cursor, Read, copy, sink};
use zip::ZipArchive;

/// The maximum uncompressed size of a worksheet. Enough for 20,000 rows × 100 columns of numbers.
const MAX_WORKSHEET_BYTES: u64 = 160 << 20;
/// The maximum uncompressed size of any other part. The shared strings are in memory while the sheet is read.
const MAX_OTHER_PART_BYTES: u64 = 32 << 20;
/// The maximum compression ratio of a part.
const MAX_RATIO: u64 = 200;
/// The compression ratio is checked only for parts above this size.
const RATIO_CHECKED_ABOVE: u64 = 1 << 20;
/// The maximum number of parts of an archive.
const MAX_PARTS: usize = 2_000;

pub(super) fn read(bytes: &[u8], sheet: Option<&str>) -> Result<ParsedSheet, ReadError> {
    check_size(bytes)?;
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(|error| read_error(&error))?;
    let names = book.sheet_names();
    let name = select_sheet(&names, sheet)?;
    let mut cells = book.worksheet_cells_reader(&name).map_err(|error| read_error(&error))?;
    let mut rows = Table::default();
    while let Some(cell) = cells.next_cell().map_err(|error| read_error(&error))? {
        let (row, column) = cell.get_position();
        let column = usize::try_from(column).unwrap_or(usize::MAX);
        match cell.get_value() {
            DataRef::Empty => {}
            DataRef::SharedString(text) => rows.push_cell(row, column, text)?,
            DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
                rows.push_cell(row, column, text)?;
            }
            DataRef::Int(value) => rows.push_cell(row, column, &value.to_string())?,
            DataRef::Float(value) => rows.push_cell(row, column, &format_number(*value))?,
            DataRef::Bool(value) => rows.push_cell(row, column, &value.to_string())?,
            DataRef::DateTime(value) => rows.push_cell(row, column, &value.to_string())?,
            DataRef::Error(error) => rows.push_cell(row, column, &error.to_string())?,
        }
    }
    Ok(ParsedSheet { names, name, rows })
}

fn read_error(error: &XlsxError) -> ReadError {
    match error {
        XlsxError::Password => ReadError::Password,
        XlsxError::WorksheetNotFound(_) => ReadError::NoSuchSheet,
        other => ReadError::Damaged(other.to_string()),
    }
}

/// Rejects files that are too large, first by the sizes declared in the archive, then by the actual uncompressed sizes.
fn check_size(bytes: &[u8]) -> Result<(), ReadError> {
    let damaged = |error: zip::result::ZipError| ReadError::Damaged(error.to_string());
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(damaged)?;
    if archive.len() > MAX_PARTS {
        return Err(ReadError::TooLarge);
    }
    let mut is_book = false;
    for index in 0..archive.len() {
        let part = archive.by_index(index).map_err(damaged)?;
        let name = part.name().map_err(damaged)?.to_ascii_lowercase();
        is_book |= name == "xl/workbook.xml";
        let is_not_worksheet = name.ends_with("sharedstrings.xml") || !name.contains("worksheets/");
        let limit = if is_not_worksheet {
            MAX_OTHER_PART_BYTES
        } else {
            MAX_WORKSHEET_BYTES
        };
        let (compressed, declared) = (part.compressed_size(), part.size());
        let is_bomb = |size: u64| size > RATIO_CHECKED_ABOVE && size / MAX_RATIO > compressed;
        if declared > limit || is_bomb(declared) {
            return Err(ReadError::TooLarge);
        }
        if !is_xml(&name) {
            continue;
        }
        let size =
            copy(&mut part.take(limit + 1), &mut sink()).map_err(|error| ReadError::Damaged(error.to_string()))?;
        if size > limit || is_bomb(size) {
            return Err(ReadError::TooLarge);
        }
    }
    if is_book { Ok(()) } else { Err(ReadError::NotATable) }
}

fn is_xml(name: &str) -> bool {
    [".xml", ".rels"].iter().any(|end| name.ends_with(end))
}
