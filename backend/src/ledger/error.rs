//! Why money does not move.

use crate::platform::http::Failure;
use sea_orm::DbErr;
use shared_types::{
    fields::FieldErrors,
    money::Money,
    problem::{Problem, ProblemCode},
};

/// A refusal in the feature's own words.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// The client's balance does not suffice; nothing was moved.
    #[error("the balance does not suffice for {0}")]
    Insufficient(Money),
    /// The legs of an entry do not sum to zero: a fault of ours, found before it is written.
    #[error("the entry is out of balance")]
    Unbalanced,
    /// It does not exist, or is not yours.
    #[error("no such client or operation")]
    NotFound,
    /// It was taken back before, or is taken back by its document alone.
    #[error("{0}")]
    NotReversible(&'static str),
    /// Fields break the rules.
    #[error("fields break the rules")]
    Fields(FieldErrors),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DbErr),
}

impl LedgerError {
    /// The operation was taken back before.
    pub(super) const REVERSED: Self = Self::NotReversible("the operation was taken back before");
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
            LedgerError::Insufficient(_) => Problem::new(ProblemCode::BalanceInsufficient).detail(detail).into(),
            LedgerError::NotReversible(_) => Problem::new(ProblemCode::Conflict).detail(detail).into(),
            LedgerError::NotFound => ProblemCode::NotFound.into(),
            LedgerError::Fields(errors) => errors.into(),
            LedgerError::Unbalanced => Self::internal(detail),
            LedgerError::Database(error) => error.into(),
        }
    }
}
