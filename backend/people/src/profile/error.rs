//! Errors of profiles.

use crate::identity::IdentityError;
use infra::media::MediaError;
use platform::{auth::password::HashError, error::OperationError, http::Failure};

/// Why an operation on a profile failed.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    /// The proof of the person failed.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// The picture is refused.
    #[error(transparent)]
    Media(#[from] MediaError),
    /// A reason that every feature has.
    #[error(transparent)]
    Operation(OperationError),
}

platform::operation_error!(ProfileError);

impl From<HashError> for ProfileError {
    fn from(error: HashError) -> Self {
        Self::Identity(error.into())
    }
}

impl From<ProfileError> for Failure {
    #[track_caller]
    fn from(error: ProfileError) -> Self {
        match error {
            ProfileError::Identity(error) => error.into(),
            ProfileError::Media(error) => error.into(),
            ProfileError::Operation(error) => error.into(),
        }
    }
}
