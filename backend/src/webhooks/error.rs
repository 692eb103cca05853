//! Why an operation on a webhook is refused.

use super::secret::SecretError;
use platform::{error::OperationError, http::Failure, outside_address::AddressError};
use sea_orm::DbErr;
use shared_types::{fields::FieldErrors, problem::ProblemCode};

#[derive(Debug, thiserror::Error)]
pub(super) enum WebhookError {
    #[error(transparent)]
    Operation(#[from] OperationError),
    /// The person may not view the objects of a chosen type.
    #[error("the types exceed the rights")]
    RightsExceeded,
    /// Events are sent to active webhooks only.
    #[error("the webhook is not active")]
    Inactive,
    #[error(transparent)]
    Address(#[from] AddressError),
    #[error(transparent)]
    Secret(#[from] SecretError),
}

impl From<DbErr> for WebhookError {
    fn from(error: DbErr) -> Self {
        Self::Operation(error.into())
    }
}

impl From<FieldErrors> for WebhookError {
    fn from(errors: FieldErrors) -> Self {
        Self::Operation(errors.into())
    }
}

impl From<WebhookError> for Failure {
    #[track_caller]
    fn from(error: WebhookError) -> Self {
        match error {
            WebhookError::Operation(error) => error.into(),
            WebhookError::RightsExceeded => ProblemCode::RightsExceeded.into(),
            WebhookError::Inactive => ProblemCode::WebhookInactive.into(),
            WebhookError::Address(AddressError::Unknown) => ProblemCode::WebhookAddressUnknown.into(),
            WebhookError::Address(AddressError::NotHttps | AddressError::Port | AddressError::Private) => {
                ProblemCode::WebhookAddressRefused.into()
            }
            WebhookError::Secret(error) => Self::internal(error),
        }
    }
}
