//! Errors of shipments and deliveries.

use books::billing::PlanLimitReached;
use books::ledger::LedgerError;
use infra::media::MediaError;
use platform::http::Failure;
use sea_orm::DbErr;
use shared_types::{
    fields::FieldErrors,
    id::ItemId,
    items::ItemStatus,
    money::Money,
    problem::{Problem, ProblemCode},
    shipments::{DeliveryStatus, PHOTOS, ShipmentStatus, ShippingRequestStatus},
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
    #[error("item {} is {}; only items in the warehouse can be packed", .0, .1.as_str())]
    ItemNotAtWarehouse(ItemId, ItemStatus),
    /// One of the items is in another shipment.
    #[error("one of the items is in another shipment")]
    ItemInShipment,
    /// The shipment is no longer being formed. Contains its status.
    #[error("the shipment is {}; unpack it first", .0.as_str())]
    ShipmentNotForming(ShipmentStatus),
    /// The shipment has a price. Contains its status.
    #[error("size, destination and delivery can't be changed after the shipment is priced; the shipment is {}", .0.as_str())]
    ShipmentPriced(ShipmentStatus),
    /// The shipment has places, which its weight, volume and number of places follow.
    #[error("the size of the shipment follows its places; change them")]
    MeasuredByPlaces,
    /// The shipment is packed, and the client chose another recipient.
    #[error("the shipment is packed; its recipient can be completed, but not replaced")]
    RecipientFixed,
    /// One of the items is in another open shipping request.
    #[error("one of the items is in another shipping request")]
    ItemRequested,
    /// The shipping request is no longer open. Contains its status.
    #[error("the shipping request is {}", .0.as_str())]
    RequestClosed(ShippingRequestStatus),
    /// The shipment lacks items, a weight or a number of places.
    #[error("a shipment can be packed only with items, a weight and a number of places")]
    ShipmentIncomplete,
    #[error("unload the shipment from its delivery first")]
    ShipmentInDelivery,
    /// No item would stay in the shipment.
    #[error("at least one item must stay in the shipment")]
    ShipmentEmptied,
    /// A shipment is in another delivery or not ready. Contains its number and its status.
    #[error("shipment {} is {} or in another delivery", .0, .1.as_str())]
    ShipmentNotLoadable(String, ShipmentStatus),
    /// These shipments have neither a payment nor cash on receipt.
    #[error("shipments without payment or cash on receipt: {}", .0.join(", "))]
    ShipmentsUnpaid(Vec<String>),
    /// The delivery is no longer being formed. Contains its status.
    #[error("the delivery is {}", .0.as_str())]
    DeliveryNotForming(DeliveryStatus),
    /// Units that were not scanned would stay behind. Contains their names and the numbers of their shipments.
    #[error("not loaded, and not named in left_behind: {}", .0.join(", "))]
    BoxesMissing(Vec<String>, Vec<String>),
    /// The delivery has no shipments.
    #[error("the delivery has no shipments")]
    DeliveryEmpty,
    /// The delivery is paid, or the client has not chosen cash on receipt.
    #[error("no cash is due for the shipment")]
    NothingDue,
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
    /// The shipment has the maximum number of photos.
    #[error("a shipment has {PHOTOS} photos at most")]
    TooManyPhotos,
    /// The plan of the agent allows no more.
    #[error(transparent)]
    PlanLimit(#[from] PlanLimitReached),
    /// The photo is refused.
    #[error(transparent)]
    Media(#[from] MediaError),
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
            ShipmentError::ItemNotAtWarehouse(id, _) => Problem {
                item_id: Some(id),
                ..Problem::new(ProblemCode::ItemNotAtWarehouse).with_detail(detail)
            }
            .into(),
            ShipmentError::ItemInShipment => problem(ProblemCode::ItemInShipment),
            ShipmentError::ShipmentNotForming(_) => problem(ProblemCode::ShipmentNotForming),
            ShipmentError::ShipmentPriced(_) => problem(ProblemCode::ShipmentPriced),
            ShipmentError::MeasuredByPlaces => problem(ProblemCode::ShipmentMeasuredByPlaces),
            ShipmentError::RecipientFixed => problem(ProblemCode::RecipientFixed),
            ShipmentError::ItemRequested => problem(ProblemCode::ItemRequested),
            ShipmentError::RequestClosed(_) => problem(ProblemCode::ShippingRequestClosed),
            ShipmentError::ShipmentIncomplete => problem(ProblemCode::ShipmentIncomplete),
            ShipmentError::ShipmentInDelivery => problem(ProblemCode::ShipmentInDelivery),
            ShipmentError::ShipmentEmptied => problem(ProblemCode::ShipmentEmptied),
            ShipmentError::ShipmentNotLoadable(number, _) => Problem {
                shipments: vec![number],
                ..Problem::new(ProblemCode::ShipmentNotLoadable).with_detail(detail)
            }
            .into(),
            ShipmentError::ShipmentsUnpaid(shipments) => Problem {
                shipments,
                ..Problem::new(ProblemCode::ShipmentsUnpaid).with_detail(detail)
            }
            .into(),
            ShipmentError::DeliveryNotForming(_) => problem(ProblemCode::DeliveryNotForming),
            ShipmentError::BoxesMissing(_, shipments) => Problem {
                shipments,
                ..Problem::new(ProblemCode::BoxesMissing).with_detail(detail)
            }
            .into(),
            ShipmentError::DeliveryEmpty => problem(ProblemCode::DeliveryEmpty),
            ShipmentError::NothingDue => problem(ProblemCode::NothingDue),
            ShipmentError::NotOffered => problem(ProblemCode::NotOffered),
            ShipmentError::Stale => ProblemCode::VersionStale.into(),
            ShipmentError::Insufficient(_) => problem(ProblemCode::BalanceInsufficient),
            ShipmentError::AmountChanged(current) => Problem::amount_changed(current).into(),
            ShipmentError::RateStale => problem(ProblemCode::RateStale),
            ShipmentError::TooManyPhotos => Problem::limit(ProblemCode::MediaLimit, PHOTOS).into(),
            ShipmentError::PlanLimit(reached) => reached.into(),
            ShipmentError::Media(error) => error.into(),
            ShipmentError::Fields(errors) => errors.into(),
            ShipmentError::Order(error) => error.into(),
            ShipmentError::Ledger(error) => error.into(),
            ShipmentError::Database(error) => error.into(),
        }
    }
}
