//! Errors of operations on clients.

use crate::staff::StaffError;
use books::{billing::PlanLimitReached, ledger::LedgerError};
use platform::{error::OperationError, http::Failure};

/// Why an operation on a client failed.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The plan of the agent allows no more clients.
    #[error(transparent)]
    PlanLimit(#[from] PlanLimitReached),
    /// The invitation of the owner failed.
    #[error(transparent)]
    Invitation(#[from] StaffError),
    /// An opening balance could not be posted.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// A reason that every feature has.
    #[error(transparent)]
    Operation(OperationError),
}

platform::operation_error!(ClientError);

impl From<ClientError> for Failure {
    #[track_caller]
    fn from(error: ClientError) -> Self {
        match error {
            ClientError::PlanLimit(error) => error.into(),
            ClientError::Invitation(error) => error.into(),
            ClientError::Ledger(error) => error.into(),
            ClientError::Operation(error) => error.into(),
        }
    }
}
