//! Why a request does not move.

use crate::{ledger::LedgerError, platform::http::Failure};
use sea_orm::DbErr;
use shared_types::{
    fields::FieldErrors,
    money::Money,
    problem::{Problem, ProblemCode},
};

/// A refusal in the feature's own words.
#[derive(Debug, thiserror::Error)]
pub enum TopupError {
    /// It does not exist, or is not yours.
    #[error("no such request")]
    NotFound,
    /// The lifecycle has no such move from here.
    #[error("a request that is {from} can't {step}; possible now: {possible}")]
    MoveNotAllowed {
        /// Where it is.
        from: &'static str,
        /// What was asked.
        step: &'static str,
        /// What is possible.
        possible: String,
    },
    /// The client's balance does not suffice.
    #[error("the balance does not suffice for {0}")]
    Insufficient(Money),
    /// The agent takes no money in this currency.
    #[error("the agent takes no {0}")]
    NotOffered(shared_types::money::Currency),
    /// Fields break the rules.
    #[error("fields break the rules")]
    Fields(FieldErrors),
    /// The books refused.
    #[error(transparent)]
    Ledger(LedgerError),
    /// The database failed.
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

impl From<TopupError> for Failure {
    #[track_caller]
    fn from(error: TopupError) -> Self {
        let detail = error.to_string();
        match error {
            TopupError::NotFound => ProblemCode::NotFound.into(),
            TopupError::NotOffered(_) => Problem::new(ProblemCode::NotOffered).detail(detail).into(),
            TopupError::MoveNotAllowed { .. } => Problem::new(ProblemCode::MoveNotAllowed).detail(detail).into(),
            TopupError::Insufficient(_) => Problem::new(ProblemCode::BalanceInsufficient).detail(detail).into(),
            TopupError::Fields(errors) => errors.into(),
            TopupError::Ledger(error) => error.into(),
            TopupError::Database(error) => error.into(),
        }
    }
}
