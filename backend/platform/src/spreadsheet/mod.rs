//! Reading of spreadsheet files of several formats into rows of cells, within fixed limits of size and time.
//!
//! A cell has the text that a person sees in the sheet, with a mark if it is not a usable value. Hidden rows, columns and sheets
//! are not read.

pub mod amounts;
mod archive;
mod axis;
mod decimal;
mod delimiter;
mod error;
mod headers;
mod html;
mod links;
mod marks;
mod number_format;
mod ods;
mod ods_pictures;
mod pictures;
mod sheet;
mod table;
pub mod template;
mod text;
mod xls;
mod xls_links;
mod xls_pictures;
mod xls_records;
mod xlsb;
mod xlsb_records;
mod xlsx;
mod xlsx_parts;
mod xlsx_pictures;
mod xml_2003;

use crate::text_encoding;
use sheet::Sheets;
use std::{sync::Arc, time::Duration};
use tokio::{sync::Semaphore, time::timeout};

pub use error::ReadError;
pub use headers::{Headers, begins_with_any, unread_columns};
pub use marks::is_ditto;
pub use sheet::{ParsedSheet, SheetPicture};
pub use table::{Cell, CellKind, Table};

/// Names of sheets that explain how to fill in the others.
const INSTRUCTIONS: [&str; 11] = [
    "инструкц",
    "пример",
    "образец",
    "справк",
    "instruction",
    "example",
    "sample",
    "readme",
    "help",
    "说明",
    "示例",
];

/// The number of files that are read at the same time. It limits the memory in use.
const MAX_CONCURRENT_READS: usize = 2;
/// The time limit for a file, including the wait for a permit.
const READ_TIMEOUT: Duration = Duration::from_secs(20);

static READ_PERMITS: std::sync::LazyLock<Arc<Semaphore>> =
    std::sync::LazyLock::new(|| Arc::new(Semaphore::new(MAX_CONCURRENT_READS)));

/// Reads a file on a blocking thread. Waits while the maximum number of files is being read.
///
/// Without a name, the first sheet is read that `has_table` accepts, else the first one that is not empty.
pub async fn read(
    bytes: bytes::Bytes,
    sheet: Option<String>,
    has_table: fn(&Table) -> bool,
) -> Result<ParsedSheet, ReadError> {
    let work = async move {
        let permit = READ_PERMITS
            .clone()
            .acquire_owned()
            .await
            .map_err(|_| ReadError::TooSlow)?;
        let task = tokio::task::spawn_blocking(move || {
            let read = read_bytes(&bytes, sheet.as_deref(), has_table);
            // Released when the work has ended, even if the caller has timed out.
            drop(permit);
            read
        });
        task.await
            .unwrap_or_else(|_| Err(ReadError::Damaged("the reader panicked".to_owned())))
    };
    timeout(READ_TIMEOUT, work).await.unwrap_or(Err(ReadError::TooSlow))
}

/// Reads a file as lines of text, with tabs between the cells.
pub async fn read_lines(bytes: bytes::Bytes) -> Result<Vec<String>, ReadError> {
    let sheet = read(bytes, None, |_| true).await?;
    let line = |(_, cells): (u32, Vec<Cell<'_>>)| {
        // A line break within a cell is not the end of its row.
        let text = |cell: Cell<'_>| cell.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let texts: Vec<_> = cells.into_iter().map(text).collect();
        texts.join("\t").trim_end_matches('\t').to_owned()
    };
    Ok(sheet.rows.rows().map(line).collect())
}

/// The text of a file in any encoding; `None` if it is not text.
pub fn read_text(bytes: &[u8]) -> Option<String> {
    let is_binary = bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(&[0xD0, 0xCF, 0x11, 0xE0]);
    let text = (!is_binary).then(|| text_encoding::decode(bytes))?;
    (!text.contains('\0')).then(|| text.into_owned())
}

fn read_bytes(bytes: &[u8], sheet: Option<&str>, has_table: fn(&Table) -> bool) -> Result<ParsedSheet, ReadError> {
    let read = if bytes.starts_with(b"PK\x03\x04") {
        match archive::check(bytes)? {
            archive::Format::Xlsx => read_sheet(&mut xlsx::open(bytes)?, sheet, has_table)?,
            archive::Format::Xlsb => read_sheet(&mut xlsb::open(bytes)?, sheet, has_table)?,
            archive::Format::Ods => read_sheet(&mut ods::open(bytes)?, sheet, has_table)?,
        }
    } else if bytes.starts_with(&[0xD0, 0xCF, 0x11, 0xE0]) {
        read_sheet(&mut xls::open(bytes)?, sheet, has_table)?
    } else {
        read_plain(bytes, sheet, has_table)?
    };
    if read.rows.is_empty() {
        return Err(ReadError::Empty);
    }
    Ok(read)
}

/// Whether a text is a file of another kind: PDF, RTF, SYLK, DIF or OFX.
fn is_other_format(text: &str) -> bool {
    let begins = |beginnings: &[&str]| beginnings.iter().any(|beginning| text.starts_with(beginning));
    begins(&["%PDF", "{\\rtf", "TABLE\r\n0,1", "TABLE\n0,1", "OFXHEADER"])
        || (begins(&["ID;P"]) && text.trim_end().ends_with("\nE"))
}

/// Reads a file that is text: values with delimiters, or a table in HTML or XML.
fn read_plain(bytes: &[u8], sheet: Option<&str>, has_table: fn(&Table) -> bool) -> Result<ParsedSheet, ReadError> {
    let text = text_encoding::decode(bytes);
    if text.contains('\0') || is_other_format(&text) {
        return Err(ReadError::NotATable);
    }
    if xml_2003::is_spreadsheet(&text) {
        return read_sheet(&mut xml_2003::open(&text)?, sheet, has_table);
    }
    if ods::is_flat(&text) {
        return read_sheet(&mut ods::open_flat(&text)?, sheet, has_table);
    }
    if text.trim_start().starts_with('<') {
        let mut tables = html::open(&text)?;
        return match tables.names().as_slice() {
            [] => Err(ReadError::NotATable),
            // A page with one table has no sheets to choose from.
            [(only, _)] => tables.read(only),
            _ => read_sheet(&mut tables, sheet, has_table),
        };
    }
    text::read(&text)
}

/// Reads the requested sheet, or the most suitable one that is visible.
fn read_sheet(
    book: &mut impl Sheets,
    requested: Option<&str>,
    has_table: fn(&Table) -> bool,
) -> Result<ParsedSheet, ReadError> {
    let all = book.names();
    let is_visible = |(_, is_visible): &&(String, bool)| *is_visible;
    let names: Vec<String> = all.iter().filter(is_visible).map(|(name, _)| name.clone()).collect();
    let titled = |read: ParsedSheet, name: &str| ParsedSheet {
        name: name.to_owned(),
        names: names.clone(),
        ..read
    };
    if let Some(name) = requested {
        let (name, _) = all
            .iter()
            .find(|(known, _)| known == name)
            .ok_or(ReadError::NoSuchSheet)?;
        return Ok(titled(book.read(name)?, name));
    }
    let explains = |name: &&String| INSTRUCTIONS.iter().any(|word| name.to_lowercase().contains(word));
    let (last, first): (Vec<&String>, Vec<&String>) = names.iter().partition(explains);
    let mut filled = None;
    for name in first.into_iter().chain(last) {
        let read = titled(book.read(name)?, name);
        if has_table(&read.rows) {
            return Ok(read);
        }
        if !read.rows.is_empty() {
            filled.get_or_insert(read);
        }
    }
    filled.ok_or(ReadError::Empty)
}
