//! XLSX workbooks. The size is checked before a file is read cell by cell.
//!
//! Macros are ignored, a formula has the value stored in the file, and a merged range has the value of its first cell.

use super::{
    CellKind, ReadError, Table,
    decimal::Decimal,
    number_format::NumberFormat,
    sheet::{ParsedSheet, Sheets},
    xlsx_parts::{RawCell, Workbook, with_raw_cells},
};
use calamine::{DataRef, Reader, SheetType, SheetVisible, Xlsx, XlsxError};
use shared_types::imports::HiddenCells;
use std::{
    collections::BTreeSet,
    io::{Cursor, Read, copy, sink},
};
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

/// An opened workbook.
pub(super) struct XlsxSheets<'a> {
    bytes: &'a [u8],
    book: Xlsx<Cursor<&'a [u8]>>,
    workbook: Workbook,
}

pub(super) fn open(bytes: &[u8]) -> Result<XlsxSheets<'_>, ReadError> {
    check_size(bytes)?;
    Ok(XlsxSheets {
        bytes,
        book: Xlsx::new(Cursor::new(bytes)).map_err(|error| read_error(&error))?,
        workbook: Workbook::read(bytes)?,
    })
}

impl Sheets for XlsxSheets<'_> {
    fn names(&self) -> Vec<(String, bool)> {
        let sheets = self.book.sheets_metadata().iter();
        sheets
            .filter(|sheet| sheet.typ == SheetType::WorkSheet)
            .map(|sheet| (sheet.name.clone(), sheet.visible == SheetVisible::Visible))
            .collect()
    }

    fn read(&mut self, name: &str) -> Result<ParsedSheet, ReadError> {
        let calculates_on_load = self.workbook.calculates_on_load;
        let mut cells = self
            .book
            .worksheet_cells_reader(name)
            .map_err(|error| read_error(&error))?;
        let formats: Vec<Option<NumberFormat>> = cells
            .styles()
            .iter()
            .map(|style| {
                let format = style.number_format.as_ref()?;
                Some(NumberFormat::parse(&format.format_code, format.format_id))
            })
            .collect();
        let general = NumberFormat::parse("General", None);
        let mut rows = Table::default();
        let (mut hidden_rows, mut hidden_columns) = (0, BTreeSet::new());
        let mut last_hidden_row = None;
        with_raw_cells(self.bytes, self.workbook.path(name)?, |raw_cells| {
            while let Some((cell, style)) = cells.next_cell_with_style_id().map_err(|error| read_error(&error))? {
                let raw = raw_cells.next_cell()?.unwrap_or_default();
                let (row, column) = cell.get_position();
                let format = formats.get(style).and_then(Option::as_ref).unwrap_or(&general);
                let (text, kind) = show(cell.get_value(), &raw, format, calculates_on_load);
                if text.trim().is_empty() {
                    continue;
                }
                if raw.is_in_hidden_row {
                    hidden_rows += u32::from(last_hidden_row.replace(row) != Some(row));
                    continue;
                }
                if raw_cells.is_column_hidden(column) {
                    hidden_columns.insert(column);
                    continue;
                }
                rows.push_cell(row, usize::try_from(column).unwrap_or(usize::MAX), &text, kind)?;
            }
            Ok(())
        })?;
        Ok(ParsedSheet {
            rows,
            hidden: HiddenCells {
                rows: hidden_rows,
                columns: u32::try_from(hidden_columns.len()).unwrap_or(u32::MAX),
            },
            ..ParsedSheet::default()
        })
    }
}

/// Returns the text that a person sees in a cell.
fn show(value: &DataRef<'_>, raw: &RawCell, format: &NumberFormat, calculates_on_load: bool) -> (String, CellKind) {
    let is_placeholder = matches!(value, DataRef::Empty) || calculates_on_load && raw.value == "0";
    if let Some(formula) = raw.formula.as_ref().filter(|_| is_placeholder) {
        return (format!("={formula}"), CellKind::NotCalculated);
    }
    match value {
        DataRef::Empty => (String::new(), CellKind::Text),
        DataRef::SharedString(text) => ((*text).to_owned(), CellKind::Text),
        DataRef::String(text) => (text.clone(), CellKind::Text),
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => (text.clone(), CellKind::Date),
        DataRef::Int(_) | DataRef::Float(_) => match Decimal::parse(&raw.value) {
            Some(number) if number.has_lost_digits(&raw.value) => (number.to_string(), CellKind::DigitsLost),
            Some(number) => format.show_number(&number),
            None => (raw.value.clone(), CellKind::Text),
        },
        DataRef::Bool(value) => (value.to_string(), CellKind::Text),
        DataRef::DateTime(value) => format.show_date(value),
        DataRef::Error(error) => (error.to_string(), CellKind::Error),
    }
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
