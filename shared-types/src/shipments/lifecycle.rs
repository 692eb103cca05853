//! The lifecycles of shipments and deliveries: which side may make which move in which status.

use crate::orders::Side;

closed_set! {
    pub enum ShipmentStatus {
        /// Items are being added and removed.
        Forming = "forming",
        /// Packed, weighed and measured.
        Packed = "packed",
        /// The delivery is quoted; waiting for payment or the choice of cash on receipt.
        Quoted = "quoted",
        /// Paid from a balance.
        Paid = "paid",
        /// To be paid in cash on receipt.
        Cod = "cod",
        /// Dispatched with a cargo delivery.
        Dispatched = "dispatched",
        /// Arrived; waiting for the client's acceptance.
        Arrived = "arrived",
        /// Accepted by the client.
        Accepted = "accepted",
        /// The client reported a problem.
        Problem = "problem",
        /// Canceled. Its items are back in the warehouse.
        Canceled = "canceled",
    }

    pub enum ShipmentMove {
        /// The agent closes the shipment.
        Pack = "pack",
        /// The agent opens the shipment again.
        Unpack = "unpack",
        /// The agent quotes the delivery.
        Quote = "quote",
        /// The agent withdraws the quote.
        Requote = "requote",
        /// The client pays from a balance.
        Pay = "pay",
        /// The client chooses cash on receipt.
        ChooseCashOnReceipt = "choose_cash_on_receipt",
        /// Its delivery departs.
        Dispatch = "dispatch",
        /// Its delivery arrives.
        Arrive = "arrive",
        /// The client accepts the shipment.
        Accept = "accept",
        /// The client reports a problem.
        Report = "report",
        /// The agent resolves the problem.
        Resolve = "resolve",
        /// The agent cancels the shipment.
        Cancel = "cancel",
    }

    /// The status of a cargo delivery.
    pub enum DeliveryStatus {
        /// Shipments are being loaded.
        Forming = "forming",
        InTransit = "in_transit",
        Arrived = "arrived",
        /// Canceled before the departure.
        Canceled = "canceled",
    }

    /// A move of a cargo delivery.
    pub enum DeliveryMove {
        /// Departure.
        Depart = "depart",
        /// Arrival.
        Arrive = "arrive",
        /// Cancellation.
        Cancel = "cancel",
    }

    /// The status of a client's request to ship items.
    pub enum ShippingRequestStatus {
        /// Waiting for the answer of staff.
        Open = "open",
        /// Its items are in shipments.
        Confirmed = "confirmed",
        /// Refused by staff, with a reason.
        Refused = "refused",
        /// Withdrawn by the client.
        Withdrawn = "withdrawn",
    }

    pub enum ShippingRequestMove {
        /// Staff pack its items, or the last of them left for a shipment.
        Confirm = "confirm",
        /// Staff refuse it.
        Refuse = "refuse",
        /// The client withdraws it.
        Withdraw = "withdraw",
    }

    /// How the client wants items to be shipped.
    pub enum ShippingGrouping {
        /// In one shipment.
        Together = "together",
        /// Each item in a shipment of its own.
        Apart = "apart",
    }

    /// The parts of the delivery list.
    pub enum DeliveryPart {
        /// Forming and in transit.
        Current = "current",
        /// Arrived and canceled.
        Archive = "archive",
    }
}

impl DeliveryPart {
    /// Returns the statuses that belong to this part.
    pub const fn statuses(self) -> &'static [DeliveryStatus] {
        match self {
            Self::Current => &[DeliveryStatus::Forming, DeliveryStatus::InTransit],
            Self::Archive => &[DeliveryStatus::Arrived, DeliveryStatus::Canceled],
        }
    }
}

impl ShipmentStatus {
    /// Whether items may still be added and removed.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Forming)
    }

    /// Whether the shipment may be loaded into a delivery.
    pub const fn is_loadable(self) -> bool {
        matches!(self, Self::Packed | Self::Quoted | Self::Paid | Self::Cod)
    }

    /// Whether the price can change by a new weighing. Until the client has paid or chosen cash on receipt, it is quoted again.
    pub const fn is_reweighable(self) -> bool {
        matches!(
            self,
            Self::Paid | Self::Cod | Self::Dispatched | Self::Arrived | Self::Accepted | Self::Problem
        )
    }

    /// Whether the payment is settled, so that the shipment may be dispatched.
    pub const fn is_settled(self) -> bool {
        matches!(self, Self::Paid | Self::Cod)
    }
}

/// Returns the status that a move of a shipment leads to, or `None` if the move is not allowed.
pub const fn resulting_status(status: ShipmentStatus, step: ShipmentMove, side: Side) -> Option<ShipmentStatus> {
    use ShipmentMove as M;
    use ShipmentStatus as S;
    match (step, side, status) {
        (M::Unpack, Side::Staff, S::Packed) => Some(S::Forming),
        (M::Pack, Side::Staff, S::Forming) | (M::Requote, Side::Staff, S::Quoted) => Some(S::Packed),
        (M::Quote, Side::Staff, S::Packed | S::Quoted) => Some(S::Quoted),
        (M::Pay, Side::Client, S::Quoted | S::Cod) => Some(S::Paid),
        (M::ChooseCashOnReceipt, Side::Client, S::Quoted) => Some(S::Cod),
        (M::Dispatch, Side::System, S::Paid | S::Cod) => Some(S::Dispatched),
        (M::Arrive, Side::System, S::Dispatched) => Some(S::Arrived),
        (M::Accept, Side::Client, S::Arrived) | (M::Resolve, Side::Staff, S::Problem) => Some(S::Accepted),
        (M::Report, Side::Client, S::Arrived) => Some(S::Problem),
        (M::Cancel, Side::Staff, S::Forming | S::Packed | S::Quoted | S::Paid | S::Cod) => Some(S::Canceled),
        _ => None,
    }
}

/// Returns the status after a payment of the delivery, or `None` if it can't be paid in this status. A shipment that is paid, on
/// its way or delivered can be paid as long as a sum is due, for instance after a new weighing; its status stays.
pub const fn status_after_payment(status: ShipmentStatus) -> Option<ShipmentStatus> {
    use ShipmentStatus as S;
    match status {
        S::Quoted | S::Cod => Some(S::Paid),
        S::Paid | S::Dispatched | S::Arrived | S::Accepted | S::Problem => Some(status),
        S::Forming | S::Packed | S::Canceled => None,
    }
}

/// Returns the status after the agent received cash, or `None` if the client has not chosen cash on receipt.
pub const fn status_after_cash(status: ShipmentStatus) -> Option<ShipmentStatus> {
    match status {
        ShipmentStatus::Quoted => None,
        other => status_after_payment(other),
    }
}

/// Returns the moves of a shipment that `side` may make now.
pub fn allowed_moves(status: ShipmentStatus, side: Side) -> Vec<ShipmentMove> {
    ShipmentMove::ALL
        .iter()
        .copied()
        .filter(|step| resulting_status(status, *step, side).is_some())
        .collect()
}

/// Returns the status that a move of a shipping request leads to, or `None` if the move is not allowed.
pub const fn resulting_request_status(
    status: ShippingRequestStatus,
    step: ShippingRequestMove,
    side: Side,
) -> Option<ShippingRequestStatus> {
    use ShippingRequestMove as M;
    use ShippingRequestStatus as S;
    match (step, side, status) {
        (M::Confirm, Side::Staff, S::Open) => Some(S::Confirmed),
        (M::Refuse, Side::Staff, S::Open) => Some(S::Refused),
        (M::Withdraw, Side::Client, S::Open) => Some(S::Withdrawn),
        _ => None,
    }
}

/// Returns the moves of a shipping request that `side` may make now.
pub fn allowed_request_moves(status: ShippingRequestStatus, side: Side) -> Vec<ShippingRequestMove> {
    ShippingRequestMove::ALL
        .iter()
        .copied()
        .filter(|step| resulting_request_status(status, *step, side).is_some())
        .collect()
}

/// Returns the status that a move of a delivery leads to, or `None` if the move is not allowed.
pub const fn resulting_delivery_status(status: DeliveryStatus, step: DeliveryMove) -> Option<DeliveryStatus> {
    match (step, status) {
        (DeliveryMove::Depart, DeliveryStatus::Forming) => Some(DeliveryStatus::InTransit),
        (DeliveryMove::Arrive, DeliveryStatus::InTransit) => Some(DeliveryStatus::Arrived),
        (DeliveryMove::Cancel, DeliveryStatus::Forming) => Some(DeliveryStatus::Canceled),
        _ => None,
    }
}

/// Returns the moves of a delivery that staff may make now.
pub fn allowed_delivery_moves(status: DeliveryStatus) -> Vec<DeliveryMove> {
    DeliveryMove::ALL
        .iter()
        .copied()
        .filter(|step| resulting_delivery_status(status, *step).is_some())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(test_seed::proptest_config(256))]
        #[test]
        fn unpaid_shipments_are_never_dispatched_and_final_statuses_are_final(
            steps in prop::collection::vec((0..ShipmentMove::ALL.len(), 0..Side::ALL.len()), 1..60),
        ) {
            let (mut status, mut settled) = (ShipmentStatus::Forming, false);
            for (step, side) in steps {
                if let Some(to) = resulting_status(status, ShipmentMove::ALL[step], Side::ALL[side]) {
                    prop_assert!(!matches!(status, ShipmentStatus::Accepted | ShipmentStatus::Canceled));
                    settled |= to.is_settled();
                    prop_assert!(settled || !matches!(to, ShipmentStatus::Dispatched | ShipmentStatus::Arrived | ShipmentStatus::Accepted));
                    status = to;
                }
            }
        }
    }

    #[test]
    fn answered_shipping_request_is_final() {
        use ShippingRequestMove as M;
        use ShippingRequestStatus as S;
        assert_eq!(allowed_request_moves(S::Open, Side::Staff), [M::Confirm, M::Refuse]);
        assert_eq!(allowed_request_moves(S::Open, Side::Client), [M::Withdraw]);
        for status in [S::Confirmed, S::Refused, S::Withdrawn] {
            for side in Side::ALL {
                assert!(allowed_request_moves(status, side).is_empty(), "{status:?} {side:?}");
            }
        }
    }

    #[test]
    fn cash_is_received_only_for_shipments_to_be_paid_on_receipt() {
        for status in ShipmentStatus::ALL {
            let is_expected = !matches!(
                status,
                ShipmentStatus::Forming | ShipmentStatus::Packed | ShipmentStatus::Quoted | ShipmentStatus::Canceled
            );
            assert_eq!(status_after_cash(status).is_some(), is_expected, "{status:?}");
        }
        assert_eq!(
            status_after_cash(ShipmentStatus::Accepted),
            Some(ShipmentStatus::Accepted)
        );
        assert_eq!(status_after_payment(ShipmentStatus::Quoted), Some(ShipmentStatus::Paid));
    }

    #[test]
    fn delivery_parts_cover_every_status_once() {
        for status in DeliveryStatus::ALL {
            let parts = DeliveryPart::ALL
                .iter()
                .filter(|part| part.statuses().contains(&status));
            assert_eq!(parts.count(), 1, "{status:?}");
        }
    }
}
