//! Errors of keys.

use platform::{error::OperationError, http::Failure};
use shared_types::problem::ProblemCode;

/// Why an operation on keys failed.
#[derive(Debug, thiserror::Error)]
pub enum ApiKeyError {
    /// The key would have more rights than its maker.
    #[error("the key would have more rights than its maker")]
    RightsExceeded,
    /// A reason that every feature has.
    #[error(transparent)]
    Operation(OperationError),
}

platform::operation_error!(ApiKeyError);

impl From<ApiKeyError> for Failure {
    #[track_caller]
    fn from(error: ApiKeyError) -> Self {
        match error {
            ApiKeyError::RightsExceeded => ProblemCode::RightsExceeded.into(),
            ApiKeyError::Operation(error) => error.into(),
        }
    }
}
