//! Errors of the ledger.

use platform::http::Failure;
use sea_orm::DbErr;
use shared_types::{
    fields::FieldErrors,
    money::Money,
    problem::{Problem, ProblemCode},
};

/// An error of a ledger operation.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// The client's balance is too low; nothing was posted.
    #[error("insufficient balance for {0}")]
    Insufficient(Money),
    /// The legs of an entry do not sum to zero: a programming error, found before anything is written.
    #[error("the entry is not balanced")]
    Unbalanced,
    /// The client or the operation does not exist or is out of the caller's scope.
    #[error("no such client or operation")]
    NotFound,
    /// The operation is already reversed.
    #[error("the operation is already reversed")]
    AlreadyReversed,
    /// Only the document of the operation can reverse it.
    #[error("only top-ups and corrections can be reversed here")]
    NotReversible,
    /// Fields are not valid.
    #[error("invalid fields")]
    Fields(FieldErrors),
    #[error(transparent)]
    Database(#[from] DbErr),
}

impl From<FieldErrors> for LedgerError {
    fn from(errors: FieldErrors) -> Self {
        Self::Fields(errors)
    }
}

impl From<LedgerError> for Failure {
    #[track_caller]
    fn from(error: LedgerError) -> Self {
        let detail = error.to_string();
        match error {
            LedgerError::Insufficient(_) => Problem::new(ProblemCode::BalanceInsufficient)
                .with_detail(detail)
                .into(),
            LedgerError::AlreadyReversed => ProblemCode::OperationReversed.into(),
            LedgerError::NotReversible => ProblemCode::OperationNotReversible.into(),
            LedgerError::NotFound => ProblemCode::NotFound.into(),
            LedgerError::Fields(errors) => errors.into(),
            LedgerError::Unbalanced => Self::internal(detail),
            LedgerError::Database(error) => error.into(),
        }
    }
}
