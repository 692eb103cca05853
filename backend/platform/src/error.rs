//! Errors that the operations of every feature have in common.
//!
//! The error of a feature has its own variants and one for [`OperationError`]:
//!
//! ```
//! use platform::error::OperationError;
//!
//! /// Why an operation on tickets failed.
//! #[derive(Debug, thiserror::Error)]
//! pub enum TicketError {
//!     #[error("the ticket is closed")]
//!     Closed,
//!     #[error(transparent)]
//!     Operation(OperationError),
//! }
//!
//! platform::operation_error!(TicketError);
//!
//! fn find(ticket: Option<u64>) -> Result<u64, TicketError> {
//!     Ok(ticket.ok_or(OperationError::NotFound)?)
//! }
//!
//! assert!(matches!(find(None), Err(TicketError::Operation(OperationError::NotFound))));
//! ```

#[doc(hidden)]
pub use sea_orm::DbErr;
#[doc(hidden)]
pub use shared_types::fields::FieldErrors;
use shared_types::fields::Rule;

/// Why an operation failed, if the reason is not particular to its feature.
#[derive(Debug, thiserror::Error)]
pub enum OperationError {
    /// The row does not exist in the caller's scope.
    #[error("no such row in the scope of the caller")]
    NotFound,
    /// The caller lacks a right that the operation needs.
    #[error("the caller lacks a right")]
    PermissionDenied,
    /// The version passed by the caller is outdated.
    #[error("the row was changed by another request")]
    Stale,
    /// No more rows of this kind can be added. Contains the maximum.
    #[error("there are {0} rows at most")]
    LimitReached(u64),
    /// Too many attempts were made. Contains the seconds to wait.
    #[error("too many attempts: try again in {0} s")]
    TooManyAttempts(i64),
    /// Input fields are invalid.
    #[error("invalid fields")]
    Fields(FieldErrors),
    /// Database error.
    #[error(transparent)]
    Database(DbErr),
    /// An invariant is broken. The text is for the log.
    #[error("{0}")]
    Internal(String),
}

impl OperationError {
    /// One field violates one rule.
    pub fn field(field: &str, rule: Rule) -> Self {
        Self::Fields(FieldErrors::single(field, rule))
    }

    /// A broken invariant, or an error of a library that no caller can cause.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        Self::Internal(cause.to_string())
    }
}

impl From<FieldErrors> for OperationError {
    fn from(errors: FieldErrors) -> Self {
        Self::Fields(errors)
    }
}

impl From<DbErr> for OperationError {
    fn from(error: DbErr) -> Self {
        Self::Database(error)
    }
}

/// Converts an error that every feature has into the `Operation` variant of a feature's error.
#[macro_export]
macro_rules! operation_error {
    ($error:ty) => {
        impl From<$crate::error::OperationError> for $error {
            fn from(error: $crate::error::OperationError) -> Self {
                Self::Operation(error)
            }
        }

        impl From<$crate::error::DbErr> for $error {
            fn from(error: $crate::error::DbErr) -> Self {
                Self::Operation(error.into())
            }
        }

        impl From<$crate::error::FieldErrors> for $error {
            fn from(errors: $crate::error::FieldErrors) -> Self {
                Self::Operation(errors.into())
            }
        }
    };
}
