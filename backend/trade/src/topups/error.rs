//! Errors of top-ups.

use books::{cash::CashError, ledger::LedgerError};
use platform::{error::OperationError, http::Failure};
use sea_orm::DbErr;
use shared_types::{
    fields::FieldErrors,
    money::Money,
    problem::{Problem, ProblemCode},
};

/// An error of a top-up operation.
#[derive(Debug, thiserror::Error)]
pub enum TopupError {
    /// The request does not exist or is out of the caller's scope.
    #[error("no such request")]
    NotFound,
    /// The lifecycle does not allow the move in the current state.
    #[error("a request that is {from} can't {step}; possible now: {possible}")]
    MoveNotAllowed {
        /// The current state.
        from: &'static str,
        /// The requested move.
        step: &'static str,
        /// The allowed moves, separated by commas.
        possible: String,
    },
    /// The client's balance is too low.
    #[error("insufficient balance for {0}")]
    Insufficient(Money),
    /// The agent does not accept payments in this currency.
    #[error("the agent does not accept {0}")]
    CurrencyNotAccepted(shared_types::money::Currency),
    /// The line of the bank statement was already confirmed.
    #[error("the line of the statement was already confirmed")]
    LineUsed,
    /// Less is left of the line of the bank statement.
    #[error("{0} is left of the line of the statement")]
    LineExceeded(Money),
    /// The line of the bank statement is no money of a client.
    #[error("the line of the statement is ignored")]
    LineIgnored,
    /// The client's balance is lower than what was credited for the request.
    #[error("the client has already spent {0}")]
    Spent(Money),
    /// The cash book refused the entry.
    #[error(transparent)]
    Cash(CashError),
    /// Fields are not valid.
    #[error("invalid fields")]
    Fields(FieldErrors),
    /// The ledger refused the entry.
    #[error(transparent)]
    Ledger(LedgerError),
    #[error(transparent)]
    Database(#[from] DbErr),
}

impl From<FieldErrors> for TopupError {
    fn from(errors: FieldErrors) -> Self {
        Self::Fields(errors)
    }
}

impl From<LedgerError> for TopupError {
    fn from(error: LedgerError) -> Self {
        match error {
            LedgerError::Insufficient(money) => Self::Insufficient(money),
            LedgerError::Database(error) => Self::Database(error),
            other => Self::Ledger(other),
        }
    }
}

impl From<CashError> for TopupError {
    fn from(error: CashError) -> Self {
        match error {
            CashError::Ledger(error) => error.into(),
            other => Self::Cash(other),
        }
    }
}

impl From<OperationError> for TopupError {
    fn from(error: OperationError) -> Self {
        CashError::from(error).into()
    }
}

impl From<TopupError> for Failure {
    #[track_caller]
    fn from(error: TopupError) -> Self {
        let detail = error.to_string();
        match error {
            TopupError::NotFound => ProblemCode::NotFound.into(),
            TopupError::CurrencyNotAccepted(_) => Problem::new(ProblemCode::NotOffered).with_detail(detail).into(),
            TopupError::Spent(_) => Problem::new(ProblemCode::TopupSpent).with_detail(detail).into(),
            TopupError::LineUsed => ProblemCode::StatementLineUsed.into(),
            TopupError::LineIgnored => ProblemCode::StatementLineIgnored.into(),
            TopupError::LineExceeded(left) => Problem {
                current_amount: Some(left),
                ..Problem::new(ProblemCode::StatementLineExceeded).with_detail(detail)
            }
            .into(),
            TopupError::MoveNotAllowed { .. } => Problem::new(ProblemCode::MoveNotAllowed).with_detail(detail).into(),
            TopupError::Insufficient(_) => Problem::new(ProblemCode::BalanceInsufficient)
                .with_detail(detail)
                .into(),
            TopupError::Cash(error) => error.into(),
            TopupError::Fields(errors) => errors.into(),
            TopupError::Ledger(error) => error.into(),
            TopupError::Database(error) => error.into(),
        }
    }
}
