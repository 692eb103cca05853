//! Errors of reports.

use platform::http::Failure;
use sea_orm::DbErr;
use shared_types::fields::FieldErrors;

#[derive(Debug, thiserror::Error)]
pub(super) enum ReportError {
    /// The period is not valid.
    #[error("invalid fields")]
    Fields(FieldErrors),
    #[error(transparent)]
    Database(#[from] DbErr),
}

impl From<FieldErrors> for ReportError {
    fn from(errors: FieldErrors) -> Self {
        Self::Fields(errors)
    }
}

impl From<ReportError> for Failure {
    #[track_caller]
    fn from(error: ReportError) -> Self {
        match error {
            ReportError::Fields(errors) => errors.into(),
            ReportError::Database(error) => error.into(),
        }
    }
}
