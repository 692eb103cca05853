//! Reading of spreadsheet files of several formats into rows of text, within fixed limits of size and time.

mod error;
mod headers;
mod table;
pub mod template;
mod text;
mod xls;
mod xlsx;

use std::{sync::Arc, time::Duration};
use tokio::{sync::Semaphore, time::timeout};

pub use error::ReadError;
pub use headers::{detect_columns, map_headers};
pub use table::Table;

/// The sheet that was read from a file.
#[derive(Debug, Default)]
pub struct ParsedSheet {
    /// The names of all sheets of the file; empty for text files.
    pub names: Vec<String>,
    /// The name of the sheet that was read.
    pub name: String,
    pub rows: Table,
}

/// The number of files that are read at the same time. It limits the memory in use.
const MAX_CONCURRENT_READS: usize = 2;
/// The time limit for a file, including the wait for a permit.
const READ_TIMEOUT: Duration = Duration::from_secs(20);

static READ_PERMITS: std::sync::LazyLock<Arc<Semaphore>> =
    std::sync::LazyLock::new(|| Arc::new(Semaphore::new(MAX_CONCURRENT_READS)));

/// Reads a file on a blocking thread. Waits while the maximum number of files is being read.
pub async fn read(bytes: bytes::Bytes, sheet: Option<String>) -> Result<ParsedSheet, ReadError> {
    let work = async move {
        let permit = READ_PERMITS
            .clone()
            .acquire_owned()
            .await
            .map_err(|_| ReadError::TooSlow)?;
        let task = tokio::task::spawn_blocking(move || {
            let read = read_bytes(&bytes, sheet.as_deref());
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
    let sheet = read(bytes, None).await?;
    let line = |(_, cells): (u32, Vec<&str>)| cells.join("\t").trim_end_matches('\t').to_owned();
    Ok(sheet.rows.rows().map(line).collect())
}

/// The text of a file in any encoding; `None` if it is no text.
pub fn read_text(bytes: &[u8]) -> Option<String> {
    let is_binary = bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(&[0xD0, 0xCF, 0x11, 0xE0]);
    let text = (!is_binary).then(|| text::decode(bytes))?;
    (!text.contains('\0')).then(|| text.into_owned())
}

fn read_bytes(bytes: &[u8], sheet: Option<&str>) -> Result<ParsedSheet, ReadError> {
    let read = if bytes.starts_with(b"PK\x03\x04") {
        xlsx::read(bytes, sheet)?
    } else if bytes.starts_with(&[0xD0, 0xCF, 0x11, 0xE0]) {
        xls::read(bytes, sheet)?
    } else {
        text::read(bytes)?
    };
    if read.rows.is_empty() {
        return Err(ReadError::Empty);
    }
    Ok(read)
}

/// Formats a number as a spreadsheet shows it: rounded to 15 digits, so that 0.1 + 0.2 is 0.3.
fn format_number(value: f64) -> String {
    format!("{value:.14e}").parse::<f64>().unwrap_or(value).to_string()
}

/// Selects the requested sheet, or the first one.
fn select_sheet(names: &[String], requested: Option<&str>) -> Result<String, ReadError> {
    let selected = match requested {
        Some(requested) => names.iter().find(|name| *name == requested),
        None => names.first(),
    };
    selected.cloned().ok_or(ReadError::NoSuchSheet)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_to_15_digits() {
        assert_eq!(format_number(0.300_000_000_000_000_04), "0.3");
        assert_eq!(
            (format_number(12.5), format_number(610_000_000_001.0)),
            ("12.5".to_owned(), "610000000001".to_owned())
        );
    }
}
