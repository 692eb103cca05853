//! Errors of purchasing accounts.

use crate::ledger::LedgerError;
use platform::http::Failure;
use sea_orm::DbErr;
use shared_types::{
    fields::FieldErrors,
    money::Money,
    problem::{Problem, ProblemCode},
};

/// An error of an operation on a purchasing account.
#[derive(Debug, thiserror::Error)]
pub enum PurchasingError {
    /// The account does not exist or belongs to another agent.
    #[error("no such purchasing account")]
    NotFound,
    /// The payment would exceed the limit. Contains the highest possible payment.
    #[error("the purchasing account allows {0} at most")]
    LimitExceeded(Money),
    /// Fields are not valid.
    #[error("invalid fields")]
    Fields(FieldErrors),
    /// The ledger refused the entry.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    #[error(transparent)]
    Database(#[from] DbErr),
}

impl From<FieldErrors> for PurchasingError {
    fn from(errors: FieldErrors) -> Self {
        Self::Fields(errors)
    }
}

impl From<PurchasingError> for Failure {
    #[track_caller]
    fn from(error: PurchasingError) -> Self {
        let detail = error.to_string();
        match error {
            PurchasingError::NotFound => ProblemCode::NotFound.into(),
            PurchasingError::LimitExceeded(most) => Problem {
                current_amount: Some(most),
                ..Problem::new(ProblemCode::AccountLimitExceeded).with_detail(detail)
            }
            .into(),
            PurchasingError::Fields(errors) => errors.into(),
            PurchasingError::Ledger(error) => error.into(),
            PurchasingError::Database(error) => error.into(),
        }
    }
}
