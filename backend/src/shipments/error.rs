//! Why a shipment or a delivery does not move.

use crate::{ledger::LedgerError, orders::OrderError, platform::http::Failure};
use sea_orm::DbErr;
use shared_types::{
    fields::FieldErrors,
    money::Money,
    problem::{Problem, ProblemCode},
};

/// A refusal in the feature's own words.
#[derive(Debug, thiserror::Error)]
pub enum ShipmentError {
    /// It does not exist, or is not yours.
    #[error("no such shipment or delivery")]
    NotFound,
    /// The lifecycle has no such move from here.
    #[error("what is {from} can't {step}; possible now: {possible}")]
    MoveNotAllowed {
        /// Where it is.
        from: &'static str,
        /// What was asked.
        step: &'static str,
        /// What is possible.
        possible: String,
    },
    /// Something stands against it; says what.
    #[error("{0}")]
    Conflict(String),
    /// The agent does not offer it.
    #[error("the agent takes no cash on receipt")]
    NotOffered,
    /// Somebody changed it meanwhile.
    #[error("it was changed meanwhile")]
    Stale,
    /// The client's balance does not suffice.
    #[error("the balance does not suffice for {0}")]
    Insufficient(Money),
    /// The client agreed to another sum, or saw another version; this is the sum to pay now.
    #[error("{0} is to be paid now")]
    AmountChanged(Money),
    /// There is no rate to promise a price by.
    #[error("the exchange rate is unknown or too old: name one, or set the rate in the settings")]
    RateStale,
    /// Fields break the rules.
    #[error("fields break the rules")]
    Fields(FieldErrors),
    /// An order refused to move along.
    #[error(transparent)]
    Order(OrderError),
    /// The books refused.
    #[error(transparent)]
    Ledger(LedgerError),
    /// The database failed.
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
        let problem = |code| Problem::new(code).detail(detail.clone()).into();
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
