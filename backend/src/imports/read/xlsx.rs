//! Zipped workbooks: measured before they are read, then read cell by cell.
//!
//! Macros are data that nobody looks at, a formula is the value it had when the file was saved, and a merged cell is its
//! first one.

use super::{ReadError, Sheet, Table, choose, number};
use calamine::{DataRef, Reader, Xlsx, XlsxError};
use std::io::{Cursor, Read, copy, sink};
use zip::ZipArchive;

/// Most bytes of XML of one part: 20,000 rows × 100 columns of numbers fit.
const PART_BYTES: u64 = 160 << 20;
/// Most bytes of the texts, which are held in memory while the sheet is read.
const TEXTS_BYTES: u64 = 32 << 20;
/// Most times a part may be larger than it was in the archive.
const RATIO: u64 = 200;
/// Parts below this size may be packed as well as they like.
const SMALL: u64 = 1 << 20;
/// Most parts of an archive.
const PARTS: usize = 2_000;

pub(super) fn read(bytes: &[u8], sheet: Option<&str>) -> Result<Sheet, ReadError> {
    measure(bytes)?;
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(|error| refusal(&error))?;
    let names = book.sheet_names();
    let name = choose(&names, sheet)?;
    let mut cells = book.worksheet_cells_reader(&name).map_err(|error| refusal(&error))?;
    let mut rows = Table::default();
    while let Some(cell) = cells.next_cell().map_err(|error| refusal(&error))? {
        let (row, column) = cell.get_position();
        let column = usize::try_from(column).unwrap_or(usize::MAX);
        match cell.get_value() {
            DataRef::Empty => {}
            DataRef::SharedString(text) => rows.put(row, column, text)?,
            DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
                rows.put(row, column, text)?;
            }
            DataRef::Int(value) => rows.put(row, column, &value.to_string())?,
            DataRef::Float(value) => rows.put(row, column, &number(*value))?,
            DataRef::Bool(value) => rows.put(row, column, &value.to_string())?,
            DataRef::DateTime(value) => rows.put(row, column, &value.to_string())?,
            DataRef::Error(error) => rows.put(row, column, &error.to_string())?,
        }
    }
    Ok(Sheet { names, name, rows })
}

fn refusal(error: &XlsxError) -> ReadError {
    match error {
        XlsxError::Password => ReadError::Password,
        XlsxError::WorksheetNotFound(_) => ReadError::NoSuchSheet,
        other => ReadError::Damaged(other.to_string()),
    }
}

/// Refuses what would not fit, by what the archive says and then by what really comes out of it.
fn measure(bytes: &[u8]) -> Result<(), ReadError> {
    let damaged = |error: zip::result::ZipError| ReadError::Damaged(error.to_string());
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(damaged)?;
    if archive.len() > PARTS {
        return Err(ReadError::TooLarge);
    }
    let mut is_book = false;
    for index in 0..archive.len() {
        let part = archive.by_index(index).map_err(damaged)?;
        let name = part.name().map_err(damaged)?.to_ascii_lowercase();
        is_book |= name == "xl/workbook.xml";
        let is_text = name.ends_with("sharedstrings.xml") || !name.contains("worksheets/");
        let most = if is_text { TEXTS_BYTES } else { PART_BYTES };
        let (packed, declared) = (part.compressed_size(), part.size());
        let bomb = |size: u64| size > SMALL && size / RATIO > packed;
        if declared > most || bomb(declared) {
            return Err(ReadError::TooLarge);
        }
        if !has_xml(&name) {
            continue;
        }
        let size =
            copy(&mut part.take(most + 1), &mut sink()).map_err(|error| ReadError::Damaged(error.to_string()))?;
        if size > most || bomb(size) {
            return Err(ReadError::TooLarge);
        }
    }
    if is_book { Ok(()) } else { Err(ReadError::NotATable) }
}

fn has_xml(name: &str) -> bool {
    [".xml", ".rels"].iter().any(|end| name.ends_with(end))
}
