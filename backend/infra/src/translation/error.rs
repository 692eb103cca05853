//! Errors of translation.

use platform::{error::OperationError, http::Failure};

/// Why an operation on translations failed.
#[derive(Debug, thiserror::Error)]
pub enum TranslationError {
    /// A reason that every feature has.
    #[error(transparent)]
    Operation(OperationError),
}

platform::operation_error!(TranslationError);

impl From<TranslationError> for Failure {
    #[track_caller]
    fn from(error: TranslationError) -> Self {
        match error {
            TranslationError::Operation(error) => error.into(),
        }
    }
}
