//! Errors of the scanner.

use logistics::shipments::ShipmentError;
use platform::{error::OperationError, http::Failure};
use shared_types::problem::ProblemCode;
use trade::orders::OrderError;

/// Why an operation on scans, cells or labels failed.
#[derive(Debug, thiserror::Error)]
pub enum ScanError {
    /// Another request executes the same scan.
    #[error("another request executes the same scan")]
    InProgress,
    /// The cell has items.
    #[error("the cell has items")]
    CellNotEmpty,
    /// An operation on an item failed.
    #[error(transparent)]
    Order(#[from] OrderError),
    /// An operation on a shipment failed.
    #[error(transparent)]
    Shipment(#[from] ShipmentError),
    /// A reason that every feature has.
    #[error(transparent)]
    Operation(OperationError),
}

platform::operation_error!(ScanError);

impl From<ScanError> for Failure {
    #[track_caller]
    fn from(error: ScanError) -> Self {
        match error {
            ScanError::InProgress => ProblemCode::ScanInProgress.into(),
            ScanError::CellNotEmpty => ProblemCode::CellNotEmpty.into(),
            ScanError::Order(error) => error.into(),
            ScanError::Shipment(error) => error.into(),
            ScanError::Operation(error) => error.into(),
        }
    }
}
