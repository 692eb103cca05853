//! The records of an Excel 97–2003 workbook that calamine does not report: formats, hidden rows and columns, and formulas without a
//! value. Also refuses sheets that are too large, and encrypted files.

use super::{ReadError, axis::Sizes, links::Links, xls_links};
use std::{
    borrow::Cow,
    collections::{BTreeSet, HashMap, HashSet},
    io::{Cursor, Read},
};

/// Sheets end at this column, counted from 0.
const MAX_COLUMN: u16 = 255;
/// The maximum area of a sheet, in cells.
const MAX_AREA: u64 = 20_001 * 100;

const BEGIN: u16 = 0x0809;
const SHEET: u16 = 0x0085;
const FORMAT: u16 = 0x041E;
const STYLE: u16 = 0x00E0;
const COLUMNS: u16 = 0x007D;
const ROW: u16 = 0x0208;
const DEFAULT_HEIGHT: u16 = 0x0225;
const LINK: u16 = 0x01B8;
const DRAWINGS: u16 = 0x00EB;
const DRAWING: u16 = 0x00EC;
const CONTINUE: u16 = 0x003C;
const NUMBERS: u16 = 0x00BD;
const BLANKS: u16 = 0x00BE;
const FORMULAS: [u16; 3] = [0x0006, 0x0206, 0x0406];
/// The result of a formula that is a blank text.
const BLANK_TEXT: [u8; 8] = [3, 0, 0, 0, 0, 0, 0xFF, 0xFF];
/// The other types of records that contain a cell: numbers, texts and blanks.
const CELLS: [u16; 8] = [0x00D6, 0x00FD, 0x0201, 0x0203, 0x0204, 0x0205, 0x027E, NUMBERS];

#[derive(Default)]
pub(super) struct WorkbookRecords {
    formats: HashMap<u16, String>,
    /// The format of each style.
    styles: Vec<u16>,
    /// The sheets in the order of the workbook.
    pub(super) sheets: Vec<SheetRecords>,
    /// The drawings of all sheets, with the files of their pictures.
    pub(super) drawings: Vec<u8>,
}

#[derive(Default)]
pub(super) struct SheetRecords {
    /// The position of the sheet in the stream.
    begin: u32,
    hidden_rows: BTreeSet<u16>,
    hidden_columns: Vec<(u16, u16)>,
    styles: HashMap<(u16, u16), u16>,
    blank_formulas: HashSet<(u16, u16)>,
    /// Whether a formula has another result than a blank text.
    has_results: bool,
    pub(super) sizes: Sizes,
    pub(super) links: Links,
    /// The shapes of the drawing of the sheet.
    pub(super) drawing: Vec<u8>,
    low: Option<(u16, u16)>,
    high: (u16, u16),
}

fn short(number: u32) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

impl SheetRecords {
    pub(super) fn is_row_hidden(&self, row: u32) -> bool {
        self.hidden_rows.contains(&short(row))
    }

    pub(super) fn is_column_hidden(&self, column: u32) -> bool {
        let column = short(column);
        self.hidden_columns
            .iter()
            .any(|(first, last)| (*first..=*last).contains(&column))
    }

    fn is_blank_formula(&self, (row, column): (u32, u32)) -> bool {
        self.blank_formulas.contains(&(short(row), short(column)))
    }

    pub(super) fn style(&self, (row, column): (u32, u32)) -> Option<u16> {
        self.styles.get(&(short(row), short(column))).copied()
    }

    /// Extends the rectangle of the sheet by the cells of a record.
    fn cover(&mut self, (row, first): (u16, u16), last: u16) -> Result<(), ReadError> {
        let low = self.low.get_or_insert((row, first));
        *low = (low.0.min(row), low.1.min(first));
        self.high = (self.high.0.max(row), self.high.1.max(last));
        let side = |low: u16, high: u16| u64::from(high.saturating_sub(low)) + 1;
        if side(low.0, self.high.0) * side(low.1, self.high.1) > MAX_AREA {
            return Err(ReadError::TooLarge);
        }
        Ok(())
    }

    fn add(&mut self, kind: u16, record: &[u8]) -> Result<(), ReadError> {
        let at = |offset: usize| match record.get(offset..offset + 2) {
            Some(&[low, high]) => u16::from_le_bytes([low, high]),
            _ => 0,
        };
        let (row, column) = (at(0), at(2));
        match kind {
            ROW => {
                if at(12) & 0x20 != 0 {
                    self.hidden_rows.insert(row);
                }
                self.sizes.rows.set_twips(Some(row.into()), at(6) & 0x7FFF);
            }
            DEFAULT_HEIGHT => self.sizes.rows.set_twips(None, at(2)),
            COLUMNS => {
                let (first, last) = (at(0), at(2).min(MAX_COLUMN));
                if at(8) & 1 != 0 {
                    self.hidden_columns.push((first, last));
                }
                for column in first..=last {
                    self.sizes.columns.set_width(Some(column.into()), at(4).into());
                }
            }
            LINK => {
                if let Some((first, last, address)) = xls_links::read(record) {
                    self.links.add(first, last, address);
                }
            }
            DRAWING => self.drawing.extend_from_slice(record),
            NUMBERS | BLANKS => {
                // The record ends with its last column.
                self.cover((row, column), at(record.len().saturating_sub(2)))?;
                if kind == NUMBERS {
                    let styles = (4..record.len().saturating_sub(2)).step_by(6).map(at);
                    self.styles
                        .extend((column..).zip(styles).map(|(column, style)| ((row, column), style)));
                }
            }
            _ if FORMULAS.contains(&kind) || CELLS.contains(&kind) => {
                self.cover((row, column), column)?;
                self.styles.insert((row, column), at(4));
                if FORMULAS.contains(&kind) {
                    if record.get(6..14) == Some(&BLANK_TEXT) {
                        self.blank_formulas.insert((row, column));
                    } else {
                        self.has_results = true;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }
}

impl WorkbookRecords {
    /// Whether a cell is a formula without a value. Programs that don't calculate write a blank text for every formula.
    pub(super) fn is_not_calculated(&self, sheet: &SheetRecords, at: (u32, u32)) -> bool {
        sheet.is_blank_formula(at) && !self.sheets.iter().any(|sheet| sheet.has_results)
    }

    /// The id and the code of the format of a style.
    pub(super) fn format(&self, style: Option<u16>) -> (u32, &str) {
        let id = style
            .and_then(|style| self.styles.get(usize::from(style)).copied())
            .unwrap_or_default();
        let code = self.formats.get(&id).map_or_else(|| builtin_format(id), String::as_str);
        (id.into(), code)
    }
}

/// The codes of formats that files need not declare. Formats of dates by language are recognized by their id.
pub(super) fn builtin_format(id: u16) -> &'static str {
    match id {
        2 | 4 | 39 | 40 | 7 | 8 | 43 => "0.00",
        1 | 3 | 5 | 6 | 37 | 38 | 41 => "0",
        9 => "0%",
        10 => "0.00%",
        12 => "# ?/?",
        13 => "# ??/??",
        18 => "h:mm AM/PM",
        19 => "h:mm:ss AM/PM",
        20 => "h:mm",
        21 => "h:mm:ss",
        45 => "mm:ss",
        46 => "[h]:mm:ss",
        _ => "General",
    }
}

/// The text of a format: its length, a byte that says whether its characters have two bytes, and the characters.
fn format_code(record: &[u8]) -> Option<String> {
    let [low, high, flags, text @ ..] = record else {
        return None;
    };
    let length = usize::from(u16::from_le_bytes([*low, *high]));
    if flags & 1 == 0 {
        return Some(text.get(..length)?.iter().map(|byte| char::from(*byte)).collect());
    }
    let units = text.get(..length * 2)?.chunks_exact(2);
    let units: Vec<u16> = units.map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    Some(String::from_utf16_lossy(&units))
}

/// The file with free sectors at the end of its allocation table. `SheetJS` marks them as ends of chains, which the reader refuses.
fn with_free_sectors(bytes: &[u8]) -> Cow<'_, [u8]> {
    const HEADER: usize = 512;
    const TABLES: usize = 109;
    let number = |at: usize| -> Option<usize> {
        let bytes = bytes.get(at..at + 4)?.try_into().ok()?;
        usize::try_from(u32::from_le_bytes(bytes)).ok()
    };
    let tables = number(44).filter(|count| *count <= TABLES).unwrap_or_default();
    let is_small = bytes.get(30).is_some_and(|shift| *shift == 9);
    if !is_small || tables == 0 {
        return Cow::Borrowed(bytes);
    }
    let sectors = bytes.len().saturating_sub(HEADER).div_ceil(HEADER);
    let mut fixed = bytes.to_vec();
    for table in 0..tables {
        let Some(sector) = number(76 + table * 4).filter(|sector| *sector < sectors) else {
            continue;
        };
        let first = table * HEADER / 4;
        for entry in sectors.saturating_sub(first)..HEADER / 4 {
            let at = HEADER + sector * HEADER + entry * 4;
            if let Some(bytes) = fixed.get_mut(at..at + 4) {
                bytes.fill(0xFF);
            }
        }
    }
    Cow::Owned(fixed)
}

/// Reads the stream of a workbook.
fn read_stream(bytes: &[u8]) -> Result<Vec<u8>, ReadError> {
    let damaged = |error: std::io::Error| ReadError::Damaged(error.to_string());
    let bytes = with_free_sectors(bytes);
    let mut file = cfb::CompoundFile::open(Cursor::new(&bytes[..])).map_err(damaged)?;
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
    Ok(stream)
}

/// Reads the records of a workbook.
pub(super) fn read(bytes: &[u8]) -> Result<WorkbookRecords, ReadError> {
    let stream = read_stream(bytes)?;
    let mut book = WorkbookRecords::default();
    // Charts and macros have records of their own, which belong to no sheet.
    let mut other = SheetRecords::default();
    let mut current = None;
    let mut rest = stream.as_slice();
    let mut last = BEGIN;
    while let [a, b, c, d, tail @ ..] = rest {
        let (kind, length) = (u16::from_le_bytes([*a, *b]), u16::from_le_bytes([*c, *d]).into());
        let Some((record, next)) = tail.split_at_checked(length) else {
            break;
        };
        // Drawings are longer than a record. Texts and other records are continued, too.
        let kind = if kind == CONTINUE && matches!(last, DRAWINGS | DRAWING) {
            last
        } else {
            kind
        };
        last = kind;
        match (kind, record) {
            (DRAWINGS, _) => book.drawings.extend_from_slice(record),
            (BEGIN, _) => {
                let at = u32::try_from(stream.len() - rest.len()).unwrap_or(u32::MAX);
                current = book.sheets.iter().position(|sheet| sheet.begin == at);
                other = SheetRecords::default();
            }
            (SHEET, [a, b, c, d, ..]) => book.sheets.push(SheetRecords {
                begin: u32::from_le_bytes([*a, *b, *c, *d]),
                ..SheetRecords::default()
            }),
            (FORMAT, [a, b, text @ ..]) => {
                if let Some(code) = format_code(text) {
                    book.formats.insert(u16::from_le_bytes([*a, *b]), code);
                }
            }
            (STYLE, [_, _, a, b, ..]) => book.styles.push(u16::from_le_bytes([*a, *b])),
            _ => current
                .and_then(|at| book.sheets.get_mut(at))
                .unwrap_or(&mut other)
                .add(kind, record)?,
        }
        rest = next;
    }
    Ok(book)
}
