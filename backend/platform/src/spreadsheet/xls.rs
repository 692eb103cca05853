//! Workbooks of Excel 97–2003.
//!
//! The reader allocates the full rectangle of a sheet, so the size of the rectangle is checked first.

use super::{ParsedSheet, ReadError, Table, format_number, select_sheet};
use calamine::{Data, Reader, Xls, XlsError};
use std::io::{Cursor, Read};

/// The maximum area of a sheet, in cells.
const MAX_AREA: u64 = 20_001 * 100;
/// The types of records that contain cells: numbers, texts, formulas and blanks.
const CELL_RECORDS: [u16; 11] = [
    0x0006, 0x00BD, 0x00BE, 0x00D6, 0x00FD, 0x0201, 0x0203, 0x0204, 0x0205, 0x027E, 0x0406,
];

pub(super) fn read(bytes: &[u8], sheet: Option<&str>) -> Result<ParsedSheet, ReadError> {
    check_size(bytes)?;
    let mut book: Xls<_> = Xls::new(Cursor::new(bytes)).map_err(|error| read_error(&error))?;
    let names = book.sheet_names();
    let name = select_sheet(&names, sheet)?;
    let range = book.worksheet_range(&name).map_err(|error| read_error(&error))?;
    let (top, left) = range.start().unwrap_or_default();
    let mut rows = Table::default();
    for (row, column, value) in range.used_cells() {
        let row = top.saturating_add(u32::try_from(row).unwrap_or(u32::MAX));
        let column = column.saturating_add(usize::try_from(left).unwrap_or(usize::MAX));
        match value {
            Data::Float(value) => rows.push_cell(row, column, &format_number(*value))?,
            other => rows.push_cell(row, column, &other.to_string())?,
        }
    }
    Ok(ParsedSheet { names, name, rows })
}

fn read_error(error: &XlsError) -> ReadError {
    match error {
        XlsError::Password => ReadError::Password,
        other => ReadError::Damaged(other.to_string()),
    }
}

/// Checks the area of each sheet by reading the records of the workbook stream. Also detects encrypted files.
fn check_size(bytes: &[u8]) -> Result<(), ReadError> {
    let damaged = |error: std::io::Error| ReadError::Damaged(error.to_string());
    let mut file = cfb::CompoundFile::open(Cursor::new(bytes)).map_err(damaged)?;
    if file.exists("/EncryptedPackage") {
        return Err(ReadError::Password);
    }
    let name = ["/Workbook", "/Book"]
        .into_iter()
        .find(|name| file.exists(name))
        .ok_or(ReadError::NotATable)?;
    let mut stream = Vec::new();
    // A stream can't be longer than its file.
    let limit = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    file.open_stream(name)
        .and_then(|part| part.take(limit).read_to_end(&mut stream))
        .map_err(damaged)?;
    let mut rest = stream.as_slice();
    let (mut low, mut high) = ((u16::MAX, u16::MAX), (0, 0));
    while let [a, b, c, d, tail @ ..] = rest {
        let (kind, length) = (u16::from_le_bytes([*a, *b]), u16::from_le_bytes([*c, *d]).into());
        let Some((record, next)) = tail.split_at_checked(length) else {
            break;
        };
        if kind == 0x0809 {
            (low, high) = ((u16::MAX, u16::MAX), (0, 0));
        }
        if CELL_RECORDS.contains(&kind)
            && let [r0, r1, c0, c1, ..] = record
        {
            let (row, column) = (u16::from_le_bytes([*r0, *r1]), u16::from_le_bytes([*c0, *c1]));
            // A record of several cells ends with their last column.
            let last = match (kind, record) {
                (0x00BD | 0x00BE, [.., e0, e1]) => u16::from_le_bytes([*e0, *e1]),
                _ => column,
            };
            low = (low.0.min(row), low.1.min(column));
            high = (high.0.max(row), high.1.max(last));
            let side = |low: u16, high: u16| u64::from(high.saturating_sub(low)) + 1;
            if side(low.0, high.0) * side(low.1, high.1) > MAX_AREA {
                return Err(ReadError::TooLarge);
            }
        }
        rest = next;
    }
    Ok(())
}
