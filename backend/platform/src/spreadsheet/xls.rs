//! Workbooks of Excel 97–2003.
//!
//! The reader allocates the full rectangle of a sheet, so the size of the rectangle is checked first.

use super::{
    CellKind, ReadError, Table,
    decimal::Decimal,
    number_format::NumberFormat,
    pictures::{MergedCells, PictureLoader},
    sheet::{ParsedSheet, Sheets},
    xls_pictures,
    xls_records::{self, SheetRecords, WorkbookRecords},
};
use calamine::{Data, Reader, SheetType, SheetVisible, Xls, XlsError};
use shared_types::imports::HiddenCells;
use std::{collections::BTreeSet, io::Cursor};

/// An opened workbook.
pub(super) struct XlsSheets<'a> {
    book: Xls<Cursor<&'a [u8]>>,
    records: WorkbookRecords,
}

pub(super) fn open(bytes: &[u8]) -> Result<XlsSheets<'_>, ReadError> {
    let records = xls_records::read(bytes)?;
    let book = Xls::new(Cursor::new(bytes)).map_err(|error| read_error(&error))?;
    Ok(XlsSheets { book, records })
}

impl Sheets for XlsSheets<'_> {
    fn names(&self) -> Vec<(String, bool)> {
        let sheets = self.book.sheets_metadata().iter();
        sheets
            .filter(|sheet| sheet.typ == SheetType::WorkSheet)
            .map(|sheet| (sheet.name.clone(), sheet.visible == SheetVisible::Visible))
            .collect()
    }

    fn read(&mut self, name: &str) -> Result<ParsedSheet, ReadError> {
        let range = self.book.worksheet_range(name).map_err(|error| read_error(&error))?;
        let at = self.book.sheets_metadata().iter().position(|sheet| sheet.name == name);
        let no_records = SheetRecords::default();
        let records = at.and_then(|at| self.records.sheets.get(at)).unwrap_or(&no_records);
        let (top, left) = range.start().unwrap_or_default();
        let mut rows = Table::default();
        let (mut hidden_rows, mut hidden_columns) = (BTreeSet::new(), BTreeSet::new());
        for (row, column, value) in range.used_cells() {
            let row = top.saturating_add(u32::try_from(row).unwrap_or(u32::MAX));
            let column = left.saturating_add(u32::try_from(column).unwrap_or(u32::MAX));
            let (text, kind) = show(value, records, (row, column), &self.records);
            if text.trim().is_empty() {
                continue;
            }
            if records.is_row_hidden(row) {
                hidden_rows.insert(row);
            } else if records.is_column_hidden(column) {
                hidden_columns.insert(column);
            } else {
                rows.push_cell(row, usize::try_from(column).unwrap_or(usize::MAX), &text, kind)?;
                if let Some(link) = records.links.of_cell(row, column) {
                    rows.link_last(link);
                }
            }
        }
        let mut places = MergedCells::default();
        for merged in self.book.merge_cells_by_sheet_name(name).unwrap_or_default() {
            let ((row, column), (last, _)) = (merged.start, merged.end);
            let (column, below) = (usize::try_from(column).unwrap_or(usize::MAX), last.saturating_sub(row));
            rows.merge_down(row, column, below)?;
            places.add(row, column, below);
        }
        let files = xls_pictures::files(&self.records.drawings);
        let found = xls_pictures::cells(&records.drawing, &records.sizes);
        let (pictures, lost) = PictureLoader::default().load(found, &places, |file, _| {
            files.get(*file).copied().flatten().map(<[u8]>::to_vec)
        });
        let count = |set: BTreeSet<u32>| u32::try_from(set.len()).unwrap_or(u32::MAX);
        Ok(ParsedSheet {
            rows,
            hidden: HiddenCells {
                rows: count(hidden_rows),
                columns: count(hidden_columns),
                pictures: lost,
            },
            pictures,
            ..ParsedSheet::default()
        })
    }
}

/// Returns the text that a person sees in a cell.
fn show(value: &Data, sheet: &SheetRecords, at: (u32, u32), book: &WorkbookRecords) -> (String, CellKind) {
    if book.is_not_calculated(sheet, at) {
        return ("=".to_owned(), CellKind::NotCalculated);
    }
    let format = || {
        let (id, code) = book.format(sheet.style(at));
        NumberFormat::parse(code, Some(id))
    };
    let number = |raw: String| match Decimal::parse(&raw) {
        Some(number) if number.has_lost_digits(&raw) => (number.to_string(), CellKind::DigitsLost),
        Some(number) => format().show_number(&number),
        None => (raw, CellKind::Text),
    };
    match value {
        Data::Int(value) => number(value.to_string()),
        Data::Float(value) => number(value.to_string()),
        Data::DateTime(value) => format().show_date(value),
        Data::Error(error) => (error.to_string(), CellKind::Error),
        other => (other.to_string(), CellKind::Text),
    }
}

fn read_error(error: &XlsError) -> ReadError {
    match error {
        XlsError::Password => ReadError::Password,
        other => ReadError::Damaged(other.to_string()),
    }
}
