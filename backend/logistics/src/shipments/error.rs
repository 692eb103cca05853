//! Errors of shipments and deliveries.

use books::ledger::LedgerError;
use platform::http::Failure;
use sea_orm::DbErr;
use shared_types::{
    fields::FieldErrors,
    money::Money,
    problem::{Problem, ProblemCode},
};
use trade::orders::OrderError;

/// Why an operation on a shipment or a delivery failed.
#[derive(Debug, thiserror::Error)]
pub enum ShipmentError {
    /// The shipment or delivery does not exist in the caller's scope.
    #[error("no such shipment or delivery")]
    NotFound,
    /// The move is not allowed in the current status.
    #[error("the move {step} is not allowed in status {from}; possible now: {possible}")]
    MoveNotAllowed {
        /// The current status.
        from: &'static str,
        /// The requested move.
        step: &'static str,
        /// The possible moves, separated by commas.
        possible: String,
    },
    /// The state of the data does not allow the operation; the message says why.
    #[error("{0}")]
    Conflict(String),
    /// The agent does not offer cash on receipt.
    #[error("the agent does not offer cash on receipt")]
    NotOffered,
    /// The version of the request is not the current one.
    #[error("the shipment or delivery has been changed since it was read")]
    Stale,
    /// The client's balance is lower than this amount.
    #[error("the balance is insufficient for {0}")]
    Insufficient(Money),
    /// The client confirmed another amount or version. Contains the current amount.
    #[error("the amount to pay is now {0}")]
    AmountChanged(Money),
    /// There is no current exchange rate for the price.
    #[error("the exchange rate is unknown or too old: enter a rate, or set one in the settings")]
    RateStale,
    /// Fields of the request are invalid.
    #[error("fields are invalid")]
    Fields(FieldErrors),
    /// A transition of an order or its items failed.
    #[error(transparent)]
    Order(OrderError),
    /// The ledger rejected an entry.
    #[error(transparent)]
    Ledger(LedgerError),
    /// A database error.
    #[error(transparent)]
    Database(#[from] DbErr),
}

impl From<FieldErrors> for ShipmentError {
    fn from(errors: FieldErrors) -> Self {
        Self::Fields(errors)
    }
}

impl From<OrderError> for ShipmentError {
    fn from(error: OrderError) -> Self {
        match error {
            OrderError::Database(error) => Self::Database(error),
            OrderError::NotFound => Self::NotFound,
            other => Self::Order(other),
        }
    }
}

impl From<LedgerError> for ShipmentError {
    fn from(error: LedgerError) -> Self {
        match error {
            LedgerError::Insufficient(money) => Self::Insufficient(money),
            LedgerError::Database(error) => Self::Database(error),
            other => Self::Ledger(other),
        }
    }
}

impl From<ShipmentError> for Failure {
    #[track_caller]
    fn from(error: ShipmentError) -> Self {
        let detail = error.to_string();
        let problem = |code| Problem::new(code).with_detail(detail.clone()).into();
        match error {
            ShipmentError::NotFound => ProblemCode::NotFound.into(),
            ShipmentError::MoveNotAllowed { .. } => problem(ProblemCode::MoveNotAllowed),
            ShipmentError::Conflict(_) => problem(ProblemCode::Conflict),
            ShipmentError::NotOffered => problem(ProblemCode::NotOffered),
            ShipmentError::Stale => ProblemCode::VersionStale.into(),
            ShipmentError::Insufficient(_) => problem(ProblemCode::BalanceInsufficient),
            ShipmentError::AmountChanged(current) => Problem::amount_changed(current).into(),
            ShipmentError::RateStale => problem(ProblemCode::RateStale),
            ShipmentError::Fields(errors) => errors.into(),
            ShipmentError::Order(error) => error.into(),
            ShipmentError::Ledger(error) => error.into(),
            ShipmentError::Database(error) => error.into(),
        }
    }
}
