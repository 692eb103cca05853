//! Errors of departures.

use people::staff::StaffError;
use platform::{error::OperationError, http::Failure};
use shared_types::problem::ProblemCode;
use trade::orders::OrderError;

/// Why a person can't leave, or the work can't be handed over.
#[derive(Debug, thiserror::Error)]
pub enum DepartureError {
    /// The person has open work, and the request does not say who gets it.
    #[error("the person has open work")]
    WorkOpen,
    /// The membership can't be changed.
    #[error(transparent)]
    Staff(#[from] StaffError),
    /// The orders can't be handed over.
    #[error(transparent)]
    Order(#[from] OrderError),
    /// A reason that every feature has.
    #[error(transparent)]
    Operation(OperationError),
}

platform::operation_error!(DepartureError);

impl From<DepartureError> for Failure {
    #[track_caller]
    fn from(error: DepartureError) -> Self {
        match error {
            DepartureError::WorkOpen => ProblemCode::WorkOpen.into(),
            DepartureError::Staff(error) => error.into(),
            DepartureError::Order(error) => error.into(),
            DepartureError::Operation(error) => error.into(),
        }
    }
}
