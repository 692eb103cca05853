//! Errors of settings.

use infra::media::MediaError;
use platform::{error::OperationError, http::Failure};
use shared_types::problem::ProblemCode;

/// Why an operation on settings failed.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// Another agent has the subdomain.
    #[error("the subdomain is taken")]
    SubdomainTaken,
    /// The list has an entry with the same key.
    #[error("the list has such an entry")]
    EntryExists,
    /// The entry is in use, so it can only be archived.
    #[error("the entry is in use")]
    EntryInUse,
    /// The logo is refused.
    #[error(transparent)]
    Media(#[from] MediaError),
    /// A reason that every feature has.
    #[error(transparent)]
    Operation(OperationError),
}

platform::operation_error!(SettingsError);

impl From<SettingsError> for Failure {
    #[track_caller]
    fn from(error: SettingsError) -> Self {
        match error {
            SettingsError::SubdomainTaken => ProblemCode::SubdomainTaken.into(),
            SettingsError::EntryExists => ProblemCode::EntryExists.into(),
            SettingsError::EntryInUse => ProblemCode::InUse.into(),
            SettingsError::Media(error) => error.into(),
            SettingsError::Operation(error) => error.into(),
        }
    }
}
