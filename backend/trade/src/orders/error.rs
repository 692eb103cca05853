//! Errors of operations on orders and their items.

use books::{billing::PlanLimitReached, ledger::LedgerError, purchasing::PurchasingError};
use infra::media::MediaError;
use platform::http::Failure;
use sea_orm::DbErr;
use shared_types::{
    fields::FieldErrors,
    id::ItemId,
    items::{ItemMove, ItemStatus},
    money::Money,
    orders::{OrderMove, OrderStatus},
    problem::{Problem, ProblemCode},
};

/// Why an operation on an order failed.
#[derive(Debug, thiserror::Error)]
pub enum OrderError {
    /// The order does not exist in the tenant scope.
    #[error("no such order")]
    NotFound,
    /// The order is not a draft: its items can't be edited any more.
    #[error("the order is {}", .0.as_str())]
    NotDraft(OrderStatus),
    /// The lifecycle does not allow the move from the current status.
    #[error("the move {} is not allowed for an order in status {}", .step.as_str(), .from.as_str())]
    MoveNotAllowed {
        /// Current status of the order.
        from: OrderStatus,
        /// Requested move.
        step: OrderMove,
        /// Moves that are allowed now.
        possible: Vec<OrderMove>,
    },
    /// The lifecycle of items does not allow the move from the current status.
    #[error("the move {} is not allowed for item {item} in status {}", .step.as_str(), .from.as_str())]
    ItemMoveNotAllowed {
        /// Id of the item.
        item: ItemId,
        /// Current status of the item.
        from: ItemStatus,
        /// Requested move.
        step: ItemMove,
        /// Moves that are allowed now.
        possible: Vec<ItemMove>,
    },
    /// The client's balance is smaller than the amount.
    #[error("the balance is not sufficient for {0}")]
    BalanceInsufficient(Money),
    /// The client confirmed another amount or another quote; carries the amount due now.
    #[error("the amount due is now {0}")]
    AmountChanged(Money),
    /// There is no current exchange rate to quote with.
    #[error("the exchange rate is unknown or too old: pass a rate, or set it in the settings")]
    RateStale,
    /// Number of items without a price in the order's currency.
    #[error("{0} items have no price in the order's currency")]
    NotPriced(i64),
    /// The amount due would be zero.
    #[error("the amount due would be zero")]
    NothingToPay,
    /// The order is not submitted, so price and quantity are fixed. Contains its status.
    #[error("price and quantity can only be set while the order is submitted; it is {}", .0.as_str())]
    NotSubmitted(OrderStatus),
    /// The status of the item does not allow to split it.
    #[error("an item in status {} can't be split", .0.as_str())]
    NotSplittable(ItemStatus),
    /// The items differ in product, price or status.
    #[error("only items of the same product at the same price in the same status can be merged")]
    NotMergeable,
    /// The quantity of the merged item would exceed this maximum.
    #[error("the merged quantity exceeds the maximum of {0}")]
    MergedQuantityTooLarge(i64),
    /// The receipt of an item has been used.
    #[error("the goods are in a shipment, asked for in a shipping request, or refunded")]
    ReceiptInUse,
    /// Nothing was paid for the order.
    #[error("nothing was paid for the order")]
    NothingPaid,
    /// The refund exceeds the remainder of the payment. Contains the remainder.
    #[error("only {0} of the payment can still be refunded")]
    RefundTooLarge(Money),
    /// Another person has the order.
    #[error("the order is assigned to somebody else")]
    Taken,
    /// The order is closed, or staff don't claim orders.
    #[error("the order can't be claimed")]
    NotClaimable,
    /// The staff member has as many open orders as the agent's rule allows.
    #[error("a person claims orders while they have fewer than {0} open ones")]
    ClaimLimit(i64),
    /// The order costs more than one order of the client may.
    #[error("one order of the client may cost {limit}, and this one costs {sum}")]
    SumLimit {
        /// Highest sum of one order.
        limit: Money,
        /// Sum of this order.
        sum: Money,
    },
    /// The client has as many unpaid orders with a price as it may.
    #[error("the client has {0} orders with a price that are not paid")]
    UnpaidLimit(i64),
    /// The client's balance has less than the deposit of the order.
    #[error("the deposit of the order is {deposit}, and the balance has {available}")]
    DepositInsufficient {
        /// The amount to reserve.
        deposit: Money,
        /// The available balance.
        available: Money,
    },
    /// The deposit of the order is reserved already.
    #[error("the deposit of the order is reserved already")]
    DepositReserved,
    /// The agent does not offer this type of order.
    #[error("the agent does not accept self-buyouts")]
    NotOffered,
    /// The version passed by the caller is outdated.
    #[error("the order was changed by another request")]
    Stale,
    /// An order of the import has changed since, or waits for something else.
    #[error("something rests on the import")]
    ImportInUse,
    /// The order would exceed the maximum number of items.
    #[error("an order has {0} items at most")]
    TooManyItems(i32),
    /// The staff member has the maximum number of saved filters.
    #[error("there are {0} saved filters at most")]
    TooManyFilters(u32),
    /// The plan of the agent allows no more.
    #[error(transparent)]
    PlanLimit(#[from] PlanLimitReached),
    /// The screenshot is rejected.
    #[error(transparent)]
    Media(#[from] MediaError),
    /// Input fields are invalid.
    #[error("invalid fields")]
    Fields(FieldErrors),
    /// The ledger refused an entry.
    #[error(transparent)]
    Purchasing(PurchasingError),
    /// The ledger rejected an entry.
    #[error(transparent)]
    Ledger(LedgerError),
    /// Database error.
    #[error(transparent)]
    Database(#[from] DbErr),
}

impl From<FieldErrors> for OrderError {
    fn from(errors: FieldErrors) -> Self {
        Self::Fields(errors)
    }
}

fn join_names(moves: impl Iterator<Item = &'static str>) -> String {
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
            OrderError::NotOffered => Problem::new(ProblemCode::NotOffered).with_detail(detail).into(),
            OrderError::NotDraft(_) => Problem::new(ProblemCode::OrderNotDraft).with_detail(detail).into(),
            OrderError::MoveNotAllowed { possible, .. } => {
                let possible = join_names(possible.into_iter().map(OrderMove::as_str));
                Problem::new(ProblemCode::MoveNotAllowed)
                    .with_detail(format!("{detail}; possible now: {possible}"))
                    .into()
            }
            OrderError::ItemMoveNotAllowed { possible, .. } => {
                let possible = join_names(possible.into_iter().map(ItemMove::as_str));
                Problem::new(ProblemCode::MoveNotAllowed)
                    .with_detail(format!("{detail}; possible now: {possible}"))
                    .into()
            }
            OrderError::BalanceInsufficient(_) => Problem::new(ProblemCode::BalanceInsufficient)
                .with_detail(detail)
                .into(),
            OrderError::AmountChanged(current) => Problem::amount_changed(current).into(),
            OrderError::PlanLimit(reached) => reached.into(),
            OrderError::RateStale => Problem::new(ProblemCode::RateStale).with_detail(detail).into(),
            OrderError::NotPriced(_) => Problem::new(ProblemCode::NotPriced).with_detail(detail).into(),
            OrderError::NothingToPay => ProblemCode::NothingToPay.into(),
            OrderError::NotSubmitted(_) => Problem::new(ProblemCode::OrderNotSubmitted).with_detail(detail).into(),
            OrderError::NotSplittable(_) => Problem::new(ProblemCode::ItemNotSplittable).with_detail(detail).into(),
            OrderError::NotMergeable => ProblemCode::ItemsNotMergeable.into(),
            OrderError::MergedQuantityTooLarge(max) => Problem::limit(ProblemCode::MergedQuantityTooLarge, max).into(),
            OrderError::ReceiptInUse => ProblemCode::ReceiptInUse.into(),
            OrderError::NothingPaid => ProblemCode::NothingPaid.into(),
            OrderError::RefundTooLarge(rest) => Problem {
                refundable_amount: Some(rest),
                ..Problem::new(ProblemCode::RefundTooLarge)
            }
            .into(),
            OrderError::Taken => ProblemCode::OrderTaken.into(),
            OrderError::NotClaimable => ProblemCode::OrderNotClaimable.into(),
            OrderError::ClaimLimit(max) => Problem::limit(ProblemCode::ClaimLimitReached, max).into(),
            OrderError::SumLimit { limit, sum } => Problem {
                limit_amount: Some(limit),
                order_amount: Some(sum),
                ..Problem::new(ProblemCode::OrderSumLimit)
            }
            .with_detail(detail)
            .into(),
            OrderError::UnpaidLimit(max) => Problem::limit(ProblemCode::UnpaidOrdersLimit, max).into(),
            OrderError::DepositInsufficient { deposit, available } => Problem {
                deposit_amount: Some(deposit),
                available_amount: Some(available),
                ..Problem::new(ProblemCode::DepositInsufficient)
            }
            .with_detail(detail)
            .into(),
            OrderError::DepositReserved => Problem::new(ProblemCode::NothingDue).with_detail(detail).into(),
            OrderError::ImportInUse => ProblemCode::ImportInUse.into(),
            OrderError::Stale => ProblemCode::VersionStale.into(),
            OrderError::TooManyItems(max) => Problem::limit(ProblemCode::OrderFull, max).into(),
            OrderError::TooManyFilters(max) => Problem::limit(ProblemCode::LimitReached, max).into(),
            OrderError::Media(error) => error.into(),
            OrderError::Fields(errors) => errors.into(),
            OrderError::Purchasing(error) => error.into(),
            OrderError::Ledger(error) => error.into(),
            OrderError::Database(error) => error.into(),
        }
    }
}
