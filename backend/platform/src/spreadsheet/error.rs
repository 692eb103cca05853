//! Errors of reading spreadsheet files.

use crate::http::Failure;
use shared_types::{
    imports::limits,
    problem::{Problem, ProblemCode},
};

/// Why a file can't be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    #[error("the file is not an .xlsx, .xls, .ods or .csv table")]
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

pub(super) fn damaged(error: impl ToString) -> ReadError {
    ReadError::Damaged(error.to_string())
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        let detail = error.to_string();
        let problem = match error {
            ReadError::NotATable => ProblemCode::FileNotATable.into(),
            ReadError::Damaged(_) => ProblemCode::FileDamaged.into(),
            ReadError::Password => ProblemCode::FileProtected.into(),
            ReadError::TooLarge => ProblemCode::FileTooLarge.into(),
            ReadError::TooManyRows => Problem::limit(ProblemCode::SheetTooManyRows, limits::ROWS),
            ReadError::TooManyColumns => Problem::limit(ProblemCode::SheetTooManyColumns, limits::COLUMNS),
            ReadError::CellTooLong(row) => Problem {
                row: Some(row),
                ..Problem::limit(ProblemCode::SheetCellTooLong, limits::CELL)
            },
            ReadError::NoSuchSheet => ProblemCode::SheetNotFound.into(),
            ReadError::Empty => ProblemCode::SheetEmpty.into(),
            ReadError::TooSlow => ProblemCode::FileTooSlow.into(),
        };
        problem.with_detail(detail).into()
    }
}
