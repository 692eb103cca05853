//! Why an operation on an order is refused.

use crate::platform::http::Failure;
use sea_orm::DbErr;
use shared_types::{
    fields::FieldErrors,
    orders::{OrderMove, OrderStatus},
    problem::{Problem, ProblemCode},
};

/// A refusal in the feature's own words.
#[derive(Debug, thiserror::Error)]
pub enum OrderError {
    /// It does not exist, or is not yours.
    #[error("no such order")]
    NotFound,
    /// Its lines are fixed.
    #[error("the order is {}", .0.as_str())]
    NotDraft(OrderStatus),
    /// The lifecycle has no such move from here.
    #[error("an order that is {} can't {}", .from.as_str(), .step.as_str())]
    MoveNotAllowed {
        /// Where the order is.
        from: OrderStatus,
        /// What was asked.
        step: OrderMove,
        /// What is possible.
        possible: Vec<OrderMove>,
    },
    /// Somebody changed it meanwhile.
    #[error("the order was changed meanwhile")]
    Stale,
    /// It has as many lines as an order may have.
    #[error("the order has {0} lines, the most there may be")]
    Full(i32),
    /// Fields break the rules.
    #[error("fields break the rules")]
    Fields(FieldErrors),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DbErr),
}

impl From<FieldErrors> for OrderError {
    fn from(errors: FieldErrors) -> Self {
        Self::Fields(errors)
    }
}

impl From<OrderError> for Failure {
    #[track_caller]
    fn from(error: OrderError) -> Self {
        let detail = error.to_string();
        match error {
            OrderError::NotFound => ProblemCode::NotFound.into(),
            OrderError::NotDraft(_) => Problem::new(ProblemCode::OrderNotDraft).detail(detail).into(),
            OrderError::MoveNotAllowed { possible, .. } => {
                let names: Vec<&str> = possible.into_iter().map(OrderMove::as_str).collect();
                let possible = if names.is_empty() {
                    "nothing".to_owned()
                } else {
                    names.join(", ")
                };
                Problem::new(ProblemCode::MoveNotAllowed)
                    .detail(format!("{detail}; possible now: {possible}"))
                    .into()
            }
            OrderError::Stale => ProblemCode::VersionStale.into(),
            OrderError::Full(_) => Problem::new(ProblemCode::Conflict).detail(detail).into(),
            OrderError::Fields(errors) => errors.into(),
            OrderError::Database(error) => error.into(),
        }
    }
}
