//! What can happen that somebody is told of, and who wants to know.

use crate::access::{Guard, Object};
use serde::{Deserialize, Serialize};

macro_rules! notices {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $guard:ident, $object:ident;)*) => {
        /// Something that people are told of.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub enum Notice { $($(#[$doc])* $name,)* }

        impl Notice {
            /// Every notice, in the order the preferences show them.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The name in JSON and in the database.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// Which side is told.
            pub const fn guard(self) -> Guard {
                match self { $(Self::$name => Guard::$guard,)* }
            }

            /// What a person must be allowed to see to be told.
            pub const fn object(self) -> Object {
                match self { $(Self::$name => Object::$object,)* }
            }
        }
    };
}

notices! {
    /// An order got its price.
    OrderQuoted = "order_quoted", Client, Orders;
    /// All of an order came to the warehouse.
    OrderArrived = "order_arrived", Client, Orders;
    /// The agent canceled an order.
    OrderCanceled = "order_canceled", Client, Orders;
    /// Something is wrong with an item.
    ItemProblem = "item_problem", Client, Orders;
    /// A service on an item is done: photos, videos or measures are there.
    ServiceRendered = "service_rendered", Client, Orders;
    /// The agent gave a service on an item up.
    ServiceCanceled = "service_canceled", Client, Orders;
    /// Money went back to the balance.
    RefundMade = "refund_made", Client, Balance;
    /// The delivery of a parcel got its price.
    ShipmentQuoted = "shipment_quoted", Client, Shipments;
    /// A parcel is on its way.
    ShipmentDispatched = "shipment_dispatched", Client, Shipments;
    /// A parcel has come.
    ShipmentArrived = "shipment_arrived", Client, Shipments;
    /// The agent says where to pay.
    TopupIssued = "topup_issued", Client, Topups;
    /// Money came onto the balance.
    TopupConfirmed = "topup_confirmed", Client, Topups;
    /// A request to top the balance up was refused.
    TopupRejected = "topup_rejected", Client, Topups;
    /// A payment app was topped up.
    WalletPaid = "wallet_paid", Client, Topups;
    /// A request to top a payment app up was refused.
    WalletRejected = "wallet_rejected", Client, Topups;
    /// The agent wrote in an order's chat while nobody of the client looked.
    NewMessage = "new_message", Client, Orders;
    /// The agent's own notification.
    Announcement = "announcement", Client, Orders;
    /// A client handed an order in.
    OrderSubmitted = "order_submitted", Agent, Orders;
    /// A client paid an order.
    OrderPaid = "order_paid", Agent, Orders;
    /// A client gave up an order.
    OrderWithdrawn = "order_withdrawn", Agent, Orders;
    /// A client ordered a service on an item.
    ServiceOrdered = "service_ordered", Agent, Orders;
    /// A client paid for a parcel, or will pay in cash.
    ShipmentPaid = "shipment_paid", Agent, Shipments;
    /// A client took a parcel.
    ShipmentAccepted = "shipment_accepted", Agent, Shipments;
    /// A client reported a problem with a parcel.
    CargoProblem = "cargo_problem", Agent, Shipments;
    /// A client asks where to pay.
    TopupAsked = "topup_asked", Agent, Topups;
    /// A client says that it paid.
    TopupReported = "topup_reported", Agent, Topups;
    /// A client asks for its payment app to be topped up.
    WalletAsked = "wallet_asked", Agent, Topups;
    /// A client wrote in an order's chat while the person did not look.
    ClientWrote = "client_wrote", Agent, Orders;
}

impl Notice {
    /// The notice of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|notice| notice.as_str() == name)
    }

    /// The notices of a side.
    pub fn of(guard: Guard) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(move |notice| notice.guard() == guard)
    }
}

/// Where a notice can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum NoticeChannel {
    /// Telegram's bot.
    Telegram,
    /// MAX's bot.
    Max,
}

impl NoticeChannel {
    /// Every channel.
    pub const ALL: [Self; 2] = [Self::Telegram, Self::Max];

    /// The name in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Telegram => "telegram",
            Self::Max => "max",
        }
    }

    /// The channel of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|channel| channel.as_str() == name)
    }
}

/// Whether a person wants a notice by a channel: what was chosen, else the first linked channel and no other, so that nobody
/// is told twice without having asked for it.
pub fn is_wanted(channel: NoticeChannel, linked: &[NoticeChannel], chosen: Option<bool>) -> bool {
    linked.contains(&channel) && chosen.unwrap_or_else(|| linked.iter().min() == Some(&channel))
}

#[cfg(test)]
mod tests {
    use super::*;
    use NoticeChannel::{Max, Telegram};

    #[test]
    fn every_notice_has_a_name_of_its_own_and_a_side_that_knows_its_object() {
        for notice in Notice::ALL {
            assert_eq!(Notice::from_name(notice.as_str()), Some(*notice));
            assert!(notice.object().belongs_to(notice.guard()), "{notice:?}");
            let json = serde_json::to_value(notice).expect("a name");
            assert_eq!(json, notice.as_str());
        }
    }

    #[test]
    fn without_a_choice_one_channel_is_used() {
        assert!(is_wanted(Telegram, &[Max, Telegram], None));
        assert!(!is_wanted(Max, &[Max, Telegram], None));
        assert!(is_wanted(Max, &[Max], None));
        assert!(is_wanted(Max, &[Max, Telegram], Some(true)));
        assert!(!is_wanted(Max, &[Max], Some(false)));
        assert!(
            !is_wanted(Max, &[Telegram], Some(true)),
            "what is not linked can't be used"
        );
    }
}
