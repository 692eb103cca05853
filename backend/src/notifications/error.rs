//! Errors of notifications.

use platform::{error::OperationError, http::Failure};
use shared_types::problem::ProblemCode;

/// Why an operation on a notification failed.
#[derive(Debug, thiserror::Error)]
pub enum NotificationError {
    /// The notification has been sent.
    #[error("the notification has been sent")]
    AlreadySent,
    /// A reason that every feature has.
    #[error(transparent)]
    Operation(OperationError),
}

platform::operation_error!(NotificationError);

impl From<NotificationError> for Failure {
    #[track_caller]
    fn from(error: NotificationError) -> Self {
        match error {
            NotificationError::AlreadySent => ProblemCode::AlreadySent.into(),
            NotificationError::Operation(error) => error.into(),
        }
    }
}
