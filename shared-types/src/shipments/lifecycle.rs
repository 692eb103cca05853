//! The lives of shipments and deliveries: which side may make which move from which state.

use crate::orders::Side;
use serde::{Deserialize, Serialize};

macro_rules! names {
    ($($(#[$meta:meta])* $enum:ident { $($(#[$doc:meta])* $name:ident = $text:literal,)* })*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub enum $enum { $($(#[$doc])* $name,)* }

        impl $enum {
            /// Every value, in the order of the life.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The name in JSON and in the database.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// The value of a name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.as_str() == name)
            }
        }
    )*};
}

names! {
    /// Where a shipment is in its life.
    ShipmentStatus {
        /// Items are put together.
        Forming = "forming",
        /// Packed, weighed and measured.
        Packed = "packed",
        /// Its delivery is priced; the client is to pay or to choose cash on receipt.
        Quoted = "quoted",
        /// Paid from a balance.
        Paid = "paid",
        /// To be paid in cash on receipt.
        Cod = "cod",
        /// It left with a cargo delivery.
        Dispatched = "dispatched",
        /// It came; the client is to take it.
        Arrived = "arrived",
        /// The client took it.
        Accepted = "accepted",
        /// The client reported a problem.
        Problem = "problem",
        /// Given up; its items are back in the warehouse.
        Canceled = "canceled",
    }

    /// A step of a shipment.
    ShipmentMove {
        /// The agent closes the parcel.
        Pack = "pack",
        /// The agent opens it again.
        Unpack = "unpack",
        /// The agent names the price of its delivery.
        Quote = "quote",
        /// The agent takes the price back.
        Requote = "requote",
        /// The client pays from a balance.
        Pay = "pay",
        /// The client will pay in cash.
        ChooseCod = "choose_cod",
        /// Its delivery left.
        Dispatch = "dispatch",
        /// Its delivery arrived.
        Arrive = "arrive",
        /// The client takes it.
        Accept = "accept",
        /// The client reports a problem.
        Report = "report",
        /// The agent settled the problem.
        Resolve = "resolve",
        /// The agent gives it up.
        Cancel = "cancel",
    }

    /// Where a cargo delivery is in its life.
    DeliveryStatus {
        /// Shipments are loaded.
        Forming = "forming",
        /// On its way.
        InTransit = "in_transit",
        /// Come.
        Arrived = "arrived",
        /// Given up before it left.
        Canceled = "canceled",
    }

    /// A step of a delivery.
    DeliveryMove {
        /// It leaves.
        Depart = "depart",
        /// It comes.
        Arrive = "arrive",
        /// It is given up.
        Cancel = "cancel",
    }

    /// The two parts of the cargo list.
    DeliveryPart {
        /// Forming and on their way.
        Current = "current",
        /// Come or given up.
        Archive = "archive",
    }
}

impl DeliveryPart {
    /// The states of the part.
    pub const fn statuses(self) -> &'static [DeliveryStatus] {
        match self {
            Self::Current => &[DeliveryStatus::Forming, DeliveryStatus::InTransit],
            Self::Archive => &[DeliveryStatus::Arrived, DeliveryStatus::Canceled],
        }
    }
}

impl ShipmentStatus {
    /// Whether items may still be put in and taken out.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Forming)
    }

    /// Whether it may be loaded into a delivery.
    pub const fn is_loadable(self) -> bool {
        matches!(self, Self::Packed | Self::Quoted | Self::Paid | Self::Cod)
    }

    /// Whether it may leave.
    pub const fn is_settled(self) -> bool {
        matches!(self, Self::Paid | Self::Cod)
    }
}

/// Where a shipment's move leads, or nothing where it is not allowed.
pub const fn next(status: ShipmentStatus, step: ShipmentMove, side: Side) -> Option<ShipmentStatus> {
    use ShipmentMove as M;
    use ShipmentStatus as S;
    match (step, side, status) {
        (M::Unpack, Side::Staff, S::Packed) => Some(S::Forming),
        (M::Pack, Side::Staff, S::Forming) | (M::Requote, Side::Staff, S::Quoted) => Some(S::Packed),
        (M::Quote, Side::Staff, S::Packed | S::Quoted) => Some(S::Quoted),
        (M::Pay, Side::Client, S::Quoted | S::Cod) => Some(S::Paid),
        (M::ChooseCod, Side::Client, S::Quoted) => Some(S::Cod),
        (M::Dispatch, Side::System, S::Paid | S::Cod) => Some(S::Dispatched),
        (M::Arrive, Side::System, S::Dispatched) => Some(S::Arrived),
        (M::Accept, Side::Client, S::Arrived) | (M::Resolve, Side::Staff, S::Problem) => Some(S::Accepted),
        (M::Report, Side::Client, S::Arrived) => Some(S::Problem),
        (M::Cancel, Side::Staff, S::Forming | S::Packed | S::Quoted | S::Paid | S::Cod) => Some(S::Canceled),
        _ => None,
    }
}

/// The moves of a shipment that this side can make now.
pub fn possible(status: ShipmentStatus, side: Side) -> Vec<ShipmentMove> {
    ShipmentMove::ALL
        .iter()
        .copied()
        .filter(|step| next(status, *step, side).is_some())
        .collect()
}

/// Where a delivery's move leads, or nothing where it is not allowed.
pub const fn next_delivery(status: DeliveryStatus, step: DeliveryMove) -> Option<DeliveryStatus> {
    match (step, status) {
        (DeliveryMove::Depart, DeliveryStatus::Forming) => Some(DeliveryStatus::InTransit),
        (DeliveryMove::Arrive, DeliveryStatus::InTransit) => Some(DeliveryStatus::Arrived),
        (DeliveryMove::Cancel, DeliveryStatus::Forming) => Some(DeliveryStatus::Canceled),
        _ => None,
    }
}

/// The moves of a delivery that staff can make now.
pub fn possible_delivery(status: DeliveryStatus) -> Vec<DeliveryMove> {
    DeliveryMove::ALL
        .iter()
        .copied()
        .filter(|step| next_delivery(status, *step).is_some())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn nothing_leaves_unpaid_and_what_is_over_stays_over(steps in prop::collection::vec((0..ShipmentMove::ALL.len(), 0..Side::ALL.len()), 1..60)) {
            let (mut status, mut settled) = (ShipmentStatus::Forming, false);
            for (step, side) in steps {
                if let Some(to) = next(status, ShipmentMove::ALL[step], Side::ALL[side]) {
                    prop_assert!(!matches!(status, ShipmentStatus::Accepted | ShipmentStatus::Canceled));
                    settled |= to.is_settled();
                    prop_assert!(settled || !matches!(to, ShipmentStatus::Dispatched | ShipmentStatus::Arrived | ShipmentStatus::Accepted));
                    status = to;
                }
            }
        }
    }

    #[test]
    fn the_parts_of_the_cargo_list_cover_every_state_once() {
        for status in DeliveryStatus::ALL {
            let parts = DeliveryPart::ALL.iter().filter(|part| part.statuses().contains(status));
            assert_eq!(parts.count(), 1, "{status:?}");
        }
    }
}
