//! A file → rows of text, whatever its format, within bounds that its author can't move.

mod table;
mod text;
mod xls;
mod xlsx;

use crate::platform::http::Failure;
use shared_types::imports::limits;
use std::{sync::Arc, time::Duration};
use tokio::{sync::Semaphore, time::timeout};

pub(super) use table::Table;

/// What was read.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    /// The sheets of the file.
    pub(super) names: Vec<String>,
    /// The one that was read.
    pub(super) name: String,
    /// Its rows.
    pub(super) rows: Table,
}

/// Why a file is no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ReadError {
    #[error("the file is no .xlsx, .xls or .csv table")]
    NotATable,
    #[error("the file is damaged: {0}")]
    Damaged(String),
    #[error("the file is protected by a password")]
    Password,
    #[error("unpacked, the file is larger than a table of 20,000 rows can be")]
    TooLarge,
    #[error("the sheet has more than {} rows", limits::ROWS)]
    TooManyRows,
    #[error("the sheet has more than {} columns", limits::COLUMNS)]
    TooManyColumns,
    #[error("row {0} has a cell of more than {max} characters", max = limits::CELL)]
    CellTooLong(u32),
    #[error("the file has no such sheet")]
    NoSuchSheet,
    #[error("the sheet is empty")]
    Empty,
    #[error("reading the file takes too long")]
    TooSlow,
}

/// Files read at the same time: their memory is what this number bounds.
const READERS: usize = 2;
/// No file may take longer.
const TIME_LIMIT: Duration = Duration::from_secs(20);

static TURNS: std::sync::LazyLock<Arc<Semaphore>> = std::sync::LazyLock::new(|| Arc::new(Semaphore::new(READERS)));

/// Reads a file beside the async threads, when its turn comes.
pub(super) async fn read(bytes: axum::body::Bytes, sheet: Option<String>) -> Result<Sheet, ReadError> {
    let work = async move {
        let turn = TURNS.clone().acquire_owned().await.map_err(|_| ReadError::TooSlow)?;
        let done = tokio::task::spawn_blocking(move || {
            let read = read_bytes(&bytes, sheet.as_deref());
            // Given back only when the work has ended, also when nobody waits for it any more.
            drop(turn);
            read
        });
        done.await
            .unwrap_or_else(|_| Err(ReadError::Damaged("its reader gave up".to_owned())))
    };
    timeout(TIME_LIMIT, work).await.unwrap_or(Err(ReadError::TooSlow))
}

/// The rows of a file as lines of text, for those who look for something in them.
pub(crate) async fn lines(bytes: axum::body::Bytes) -> Result<Vec<String>, Failure> {
    let sheet = read(bytes, None).await?;
    let line = |(_, cells): (u32, Vec<&str>)| {
        let filled: Vec<&str> = cells.into_iter().filter(|cell| !cell.is_empty()).collect();
        filled.join("\t")
    };
    Ok(sheet.rows.rows().map(line).collect())
}

fn read_bytes(bytes: &[u8], sheet: Option<&str>) -> Result<Sheet, ReadError> {
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

/// A number as a spreadsheet shows it: fifteen digits, so that 0.1 + 0.2 is 0.3.
fn number(value: f64) -> String {
    format!("{value:.14e}").parse::<f64>().unwrap_or(value).to_string()
}

/// The sheet that was asked for, or the first.
fn choose(names: &[String], asked: Option<&str>) -> Result<String, ReadError> {
    let chosen = match asked {
        Some(asked) => names.iter().find(|name| *name == asked),
        None => names.first(),
    };
    chosen.cloned().ok_or(ReadError::NoSuchSheet)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_people_see_them() {
        assert_eq!(number(0.300_000_000_000_000_04), "0.3");
        assert_eq!(
            (number(12.5), number(610_000_000_001.0)),
            ("12.5".to_owned(), "610000000001".to_owned())
        );
    }
}
