//! Errors of the sandbox.

use logistics::shipments::ShipmentError;
use platform::{error::OperationError, http::Failure};
use shared_types::problem::ProblemCode;
use trade::{orders::OrderError, topups::TopupError};

/// Why an order was not moved.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The order has reached its end, or people have moved it to where no step continues.
    #[error("the order has no next step")]
    NoNextStep,
    #[error(transparent)]
    Order(#[from] OrderError),
    #[error(transparent)]
    Shipment(#[from] ShipmentError),
    #[error(transparent)]
    Topup(#[from] TopupError),
    /// A reason that every feature has.
    #[error(transparent)]
    Operation(OperationError),
}

platform::operation_error!(SandboxError);

impl From<SandboxError> for Failure {
    #[track_caller]
    fn from(error: SandboxError) -> Self {
        match error {
            SandboxError::NoNextStep => ProblemCode::SandboxStepMissing.into(),
            SandboxError::Order(error) => error.into(),
            SandboxError::Shipment(error) => error.into(),
            SandboxError::Topup(error) => error.into(),
            SandboxError::Operation(error) => error.into(),
        }
    }
}
