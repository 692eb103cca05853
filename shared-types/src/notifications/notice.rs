//! Events that people are notified of, and the default preferences.

use crate::access::{Guard, Object};
use serde::{Deserialize, Serialize};

macro_rules! notices {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $guard:ident, $object:ident;)*) => {
        /// An event that people are notified of.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub enum Notice { $($(#[$doc])* $name,)* }

        impl Notice {
            /// All events, in the order in which the preferences show them.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The name in JSON and in the database.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// The side that is notified.
            pub const fn guard(self) -> Guard {
                match self { $(Self::$name => Guard::$guard,)* }
            }

            /// The object that a person must be allowed to view to be notified.
            pub const fn object(self) -> Object {
                match self { $(Self::$name => Object::$object,)* }
            }
        }
    };
}

notices! {
    /// The agent quoted an order.
    OrderQuoted = "order_quoted", Client, Orders;
    /// All items of an order arrived at the warehouse.
    OrderArrived = "order_arrived", Client, Orders;
    /// The agent canceled an order.
    OrderCanceled = "order_canceled", Client, Orders;
    /// An item has a problem.
    ItemProblem = "item_problem", Client, Orders;
    /// A service on an item is done: photos, videos or measurements are available.
    ServiceRendered = "service_rendered", Client, Orders;
    /// The agent canceled a service on an item.
    ServiceCanceled = "service_canceled", Client, Orders;
    /// Money was refunded to the balance.
    RefundMade = "refund_made", Client, Balance;
    /// The agent quoted the delivery of a shipment.
    ShipmentQuoted = "shipment_quoted", Client, Shipments;
    /// A shipment was dispatched.
    ShipmentDispatched = "shipment_dispatched", Client, Shipments;
    /// A shipment arrived.
    ShipmentArrived = "shipment_arrived", Client, Shipments;
    /// The agent issued requisites for a top-up.
    TopupIssued = "topup_issued", Client, Topups;
    /// A top-up was credited to the balance.
    TopupConfirmed = "topup_confirmed", Client, Topups;
    /// A top-up request was rejected.
    TopupRejected = "topup_rejected", Client, Topups;
    /// A payment app was topped up.
    WalletPaid = "wallet_paid", Client, Topups;
    /// A request to top up a payment app was rejected.
    WalletRejected = "wallet_rejected", Client, Topups;
    /// The agent wrote in an order's chat, and the person has not read it.
    NewMessage = "new_message", Client, Orders;
    /// The agent sent an announcement.
    Announcement = "announcement", Client, Orders;
    /// A client submitted an order.
    OrderSubmitted = "order_submitted", Agent, Orders;
    /// A client paid an order.
    OrderPaid = "order_paid", Agent, Orders;
    /// A client canceled an order.
    OrderWithdrawn = "order_withdrawn", Agent, Orders;
    /// A client ordered a service on an item.
    ServiceOrdered = "service_ordered", Agent, Orders;
    /// A client paid for a shipment or chose cash on receipt.
    ShipmentPaid = "shipment_paid", Agent, Shipments;
    /// A client accepted a shipment.
    ShipmentAccepted = "shipment_accepted", Agent, Shipments;
    /// A client reported a problem with a shipment.
    CargoProblem = "cargo_problem", Agent, Shipments;
    /// A client requested requisites for a top-up.
    TopupAsked = "topup_asked", Agent, Topups;
    /// A client reported a top-up as paid.
    TopupReported = "topup_reported", Agent, Topups;
    /// A client requested a top-up of a payment app.
    WalletAsked = "wallet_asked", Agent, Topups;
    /// A client wrote in an order's chat, and the person has not read it.
    ClientWrote = "client_wrote", Agent, Orders;
}

impl Notice {
    /// Returns the event with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|notice| notice.as_str() == name)
    }

    /// Returns the events of a side.
    pub fn for_guard(guard: Guard) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(move |notice| notice.guard() == guard)
    }
}

/// A messenger that notifications can be sent to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum NoticeChannel {
    /// The Telegram bot.
    Telegram,
    /// The MAX bot.
    Max,
}

impl NoticeChannel {
    /// All messengers.
    pub const ALL: [Self; 2] = [Self::Telegram, Self::Max];

    /// The name in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Telegram => "telegram",
            Self::Max => "max",
        }
    }

    /// Returns the messenger with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|channel| channel.as_str() == name)
    }
}

/// Whether a notification is sent to a linked messenger. Without an explicit preference, only the first linked
/// messenger is used, so that nobody gets duplicates by default.
pub fn is_channel_enabled(channel: NoticeChannel, linked: &[NoticeChannel], chosen: Option<bool>) -> bool {
    linked.contains(&channel) && chosen.unwrap_or_else(|| linked.iter().min() == Some(&channel))
}

#[cfg(test)]
mod tests {
    use super::*;
    use NoticeChannel::{Max, Telegram};

    #[test]
    fn every_event_has_a_name_and_an_object_of_its_side() {
        for notice in Notice::ALL {
            assert_eq!(Notice::from_name(notice.as_str()), Some(*notice));
            assert!(notice.object().belongs_to(notice.guard()), "{notice:?}");
            let json = serde_json::to_value(notice).expect("a name");
            assert_eq!(json, notice.as_str());
        }
    }

    #[test]
    fn one_messenger_is_used_without_a_preference() {
        assert!(is_channel_enabled(Telegram, &[Max, Telegram], None));
        assert!(!is_channel_enabled(Max, &[Max, Telegram], None));
        assert!(is_channel_enabled(Max, &[Max], None));
        assert!(is_channel_enabled(Max, &[Max, Telegram], Some(true)));
        assert!(!is_channel_enabled(Max, &[Max], Some(false)));
        assert!(
            !is_channel_enabled(Max, &[Telegram], Some(true)),
            "a messenger that is not linked is never used"
        );
    }
}
