//! Errors of the cash book.

use crate::ledger::LedgerError;
use chrono::NaiveDate;
use platform::{error::OperationError, http::Failure};
use shared_types::{
    money::Money,
    problem::{Problem, ProblemCode},
};

/// Why an operation on the cash book failed.
#[derive(Debug, thiserror::Error)]
pub enum CashError {
    /// The days up to this one are closed in a box of the entry.
    #[error("the days up to {0} are closed in the cash box")]
    DayClosed(NaiveDate),
    /// The book says another sum than the person was shown.
    #[error("the cash box should now have {0}")]
    ExpectedChanged(Money),
    /// A later closing is in force, or this one was taken back.
    #[error("only the last closing of a cash box can be taken back")]
    NotLastClosing,
    /// The ledger refused the entry.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// A reason that every feature has.
    #[error(transparent)]
    Operation(OperationError),
}

platform::operation_error!(CashError);

impl From<CashError> for Failure {
    #[track_caller]
    fn from(error: CashError) -> Self {
        let detail = error.to_string();
        match error {
            CashError::DayClosed(_) => Problem::new(ProblemCode::CashDayClosed).with_detail(detail).into(),
            CashError::ExpectedChanged(expected) => Problem::amount_changed(expected).into(),
            CashError::NotLastClosing => Problem::new(ProblemCode::MoveNotAllowed).with_detail(detail).into(),
            CashError::Ledger(error) => error.into(),
            CashError::Operation(error) => error.into(),
        }
    }
}
