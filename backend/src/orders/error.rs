//! Why an operation on an order is refused.

use crate::platform::http::Failure;
use sea_orm::DbErr;
use shared_types::{
    fields::FieldErrors,
    items::{ItemMove, ItemStatus},
    money::Money,
    orders::{OrderMove, OrderStatus},
    problem::{Problem, ProblemCode},
};

/// A refusal in the feature's own words.
#[derive(Debug, thiserror::Error)]
pub enum OrderError {
    /// It does not exist, or is not yours.
    #[error("no such order")]
    NotFound,
    /// Its lines are fixed.
    #[error("the order is {}", .0.as_str())]
    NotDraft(OrderStatus),
    /// The lifecycle has no such move from here.
    #[error("an order that is {} can't {}", .from.as_str(), .step.as_str())]
    MoveNotAllowed {
        /// Where the order is.
        from: OrderStatus,
        /// What was asked.
        step: OrderMove,
        /// What is possible.
        possible: Vec<OrderMove>,
    },
    /// The line's lifecycle has no such move from here.
    #[error("line {item}, which is {}, can't {}", .from.as_str(), .step.as_str())]
    ItemMoveNotAllowed {
        /// The line.
        item: i64,
        /// Where it is.
        from: ItemStatus,
        /// What was asked.
        step: ItemMove,
        /// What is possible.
        possible: Vec<ItemMove>,
    },
    /// The client's balance does not suffice.
    #[error("the balance does not suffice for {0}")]
    BalanceInsufficient(Money),
    /// The client agreed to another sum, or to another quote; this is the sum to pay now.
    #[error("{0} is to be paid now")]
    AmountChanged(Money),
    /// There is no rate to promise a price by.
    #[error("the exchange rate is unknown or too old: name one, or set the rate in the settings")]
    RateStale,
    /// So many lines have no price in the order's currency; 0 when there is nothing to price at all.
    #[error("{0} lines have no price in the order's currency")]
    NotPriced(i64),
    /// Something stands against it; says what.
    #[error("{0}")]
    Conflict(String),
    /// The agent takes no such orders.
    #[error("the agent takes no self-buyouts")]
    NotOffered,
    /// Somebody changed it meanwhile.
    #[error("the order was changed meanwhile")]
    Stale,
    /// It has as many lines as an order may have.
    #[error("the order has {0} lines, the most there may be")]
    Full(i32),
    /// Fields break the rules.
    #[error("fields break the rules")]
    Fields(FieldErrors),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DbErr),
}

impl From<FieldErrors> for OrderError {
    fn from(errors: FieldErrors) -> Self {
        Self::Fields(errors)
    }
}

fn named(moves: impl Iterator<Item = &'static str>) -> String {
    let names: Vec<&str> = moves.collect();
    if names.is_empty() {
        "nothing".to_owned()
    } else {
        names.join(", ")
    }
}

impl From<OrderError> for Failure {
    #[track_caller]
    fn from(error: OrderError) -> Self {
        let detail = error.to_string();
        match error {
            OrderError::NotFound => ProblemCode::NotFound.into(),
            OrderError::NotOffered => Problem::new(ProblemCode::NotOffered).detail(detail).into(),
            OrderError::NotDraft(_) => Problem::new(ProblemCode::OrderNotDraft).detail(detail).into(),
            OrderError::MoveNotAllowed { possible, .. } => {
                let possible = named(possible.into_iter().map(OrderMove::as_str));
                Problem::new(ProblemCode::MoveNotAllowed)
                    .detail(format!("{detail}; possible now: {possible}"))
                    .into()
            }
            OrderError::ItemMoveNotAllowed { possible, .. } => {
                let possible = named(possible.into_iter().map(ItemMove::as_str));
                Problem::new(ProblemCode::MoveNotAllowed)
                    .detail(format!("{detail}; possible now: {possible}"))
                    .into()
            }
            OrderError::BalanceInsufficient(_) => Problem::new(ProblemCode::BalanceInsufficient).detail(detail).into(),
            OrderError::AmountChanged(current) => Problem::amount_changed(current).into(),
            OrderError::RateStale => Problem::new(ProblemCode::RateStale).detail(detail).into(),
            OrderError::NotPriced(_) => Problem::new(ProblemCode::NotPriced).detail(detail).into(),
            OrderError::Conflict(detail) => Problem::new(ProblemCode::Conflict).detail(detail).into(),
            OrderError::Stale => ProblemCode::VersionStale.into(),
            OrderError::Full(_) => Problem::new(ProblemCode::Conflict).detail(detail).into(),
            OrderError::Fields(errors) => errors.into(),
            OrderError::Database(error) => error.into(),
        }
    }
}
