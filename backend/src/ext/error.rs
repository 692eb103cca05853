//! Errors of the extension's API.

use platform::{error::OperationError, http::Failure};
use shared_types::problem::ProblemCode;

/// Why an operation of the extension's API failed.
#[derive(Debug, thiserror::Error)]
pub enum ExtensionError {
    /// The snapshot of a report exceeds its maximum.
    #[error("the report is too large")]
    ReportTooLarge,
    /// A reason that every feature has.
    #[error(transparent)]
    Operation(OperationError),
}

platform::operation_error!(ExtensionError);

impl From<ExtensionError> for Failure {
    #[track_caller]
    fn from(error: ExtensionError) -> Self {
        match error {
            ExtensionError::ReportTooLarge => ProblemCode::BodyTooLarge.into(),
            ExtensionError::Operation(error) => error.into(),
        }
    }
}
