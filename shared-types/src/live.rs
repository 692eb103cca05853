//! Live updates: which events a cabinet's channel carries, and the names of channels.
//!
//! An event names the changed object, never the change. The page that shows the object fetches it again through the API.

use crate::{
    access::{Guard, Object},
    api_keys::{KeyLevel, KeyObject, KeyRights},
    id::{AgentId, ClientId, OrderId},
};
use serde::{Deserialize, Serialize};

/// Prefix of channels that require authorization.
const PRIVATE: &str = "private-";

macro_rules! topics {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $staff:ident, $client:ident;)*) => {
        /// The subject of an event.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Topic { $($(#[$doc])* $name,)* }

        impl Topic {
            /// All topics.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The name of the event.
            pub const fn event(self) -> &'static str {
                match self { $(Self::$name => concat!($text, ".changed"),)* }
            }

            /// The object that a person of a side must be allowed to view to receive the event.
            pub const fn object(self, guard: Guard) -> Object {
                match (self, guard) {
                    $(
                        (Self::$name, Guard::Agent) => Object::$staff,
                        (Self::$name, Guard::Client) => Object::$client,
                    )*
                }
            }
        }
    };
}

topics! {
    /// An order with its items, prices, quotes, payments, services and photos.
    Order = "order", Orders, Orders;
    /// The chat of an order: a message was sent or read. The id is the order's.
    Chat = "chat", Orders, Orders;
    Shipment = "shipment", Shipments, Shipments;
    /// A client's request to ship items.
    ShippingRequest = "shipping_request", Shipments, Shipments;
    /// A cargo delivery.
    Delivery = "delivery", Deliveries, Deliveries;
    /// A request to top up a balance.
    Topup = "topup", Topups, Topups;
    /// A line of a bank statement. Staff only. An upload announces one of its lines.
    StatementLine = "statement_line", Topups, Topups;
    /// A request to top up a payment app.
    WalletTopup = "wallet_topup", Topups, Topups;
    /// A withdrawal. The client sees it next to the balance.
    Withdrawal = "withdrawal", Topups, Balance;
    /// A balance. The id is the client's.
    Balance = "balance", Balance, Balance;
    /// A client account.
    Client = "client", Clients, Clients;
    /// A cash box: its entries, its balance, its closed days, or what it is called. Staff only.
    CashBox = "cash_box", Cash, Balance;
    /// An invoice of the service to the agent.
    Invoice = "invoice", Settings, Settings;
}

impl Topic {
    /// The object that an API key of a side must be allowed to read to receive the event. `None` if keys never receive it.
    pub const fn key_object(self, guard: Guard) -> Option<KeyObject> {
        Some(match (self, guard) {
            (Self::Order, _) => KeyObject::Orders,
            (Self::Chat, _) => KeyObject::Chat,
            (Self::Shipment, _) => KeyObject::Shipments,
            (Self::ShippingRequest, _) => KeyObject::Requests,
            (Self::Delivery, _) => KeyObject::Deliveries,
            (Self::Topup | Self::StatementLine | Self::WalletTopup, _) | (Self::Withdrawal, Guard::Agent) => {
                KeyObject::Topups
            }
            (Self::Balance, _) | (Self::Withdrawal, Guard::Client) => KeyObject::Balance,
            (Self::Client, _) => KeyObject::Clients,
            (Self::CashBox, _) => KeyObject::Cash,
            (Self::Invoice, _) => return None,
        })
    }

    /// Whether an API key with these rights may receive the event.
    pub fn is_read_by(self, guard: Guard, key: &KeyRights) -> bool {
        self.key_object(guard)
            .is_some_and(|object| key.allow(object, KeyLevel::Read))
    }

    /// Returns the topic of an event name.
    pub fn from_event(event: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|topic| topic.event() == event)
    }
}

/// The data of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changed {
    /// The changed object.
    pub id: i64,
    /// Whether the change was made with this socket's name in `X-Socket-ID`: its page has the response of the request.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own: bool,
}

/// A channel of the WebSocket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Channel {
    /// The chat of an order.
    Order(OrderId),
    /// The changes of an agent's cabinet.
    Agent(AgentId),
    /// The changes of a client's cabinet.
    Client(ClientId),
}

impl Channel {
    /// The name in the protocol.
    pub fn name(self) -> String {
        match self {
            Self::Order(id) => format!("{PRIVATE}order.{id}"),
            Self::Agent(id) => format!("{PRIVATE}agent.{id}"),
            Self::Client(id) => format!("{PRIVATE}client.{id}"),
        }
    }

    /// Parses a name. Accepts `private-order.7` and `order.7`.
    pub fn parse(name: &str) -> Option<Self> {
        let (kind, digits) = name.strip_prefix(PRIVATE).unwrap_or(name).split_once('.')?;
        let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
        let id: i64 = digits.parse().ok().filter(|_| is_plain)?;
        match kind {
            "order" => Some(Self::Order(OrderId(id))),
            "agent" => Some(Self::Agent(AgentId(id))),
            "client" => Some(Self::Client(ClientId(id))),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channel_name_is_parsed_with_and_without_prefix() {
        for channel in [
            Channel::Order(OrderId(7)),
            Channel::Agent(AgentId(7)),
            Channel::Client(ClientId(7)),
        ] {
            let name = channel.name();
            assert_eq!(Channel::parse(&name), Some(channel), "{name}");
            assert_eq!(
                Channel::parse(name.trim_start_matches(PRIVATE)),
                Some(channel),
                "{name}"
            );
        }
        for name in [
            "presence-order.7",
            "order.",
            "order.07",
            "order.-7",
            "order.+7",
            "order.7 ",
            "staff.7",
            "private-private-order.7",
            "order.99999999999999999999",
        ] {
            assert_eq!(Channel::parse(name), None, "{name}");
        }
    }

    #[test]
    fn event_names_are_unique_and_parsed() {
        for topic in Topic::ALL {
            assert_eq!(Topic::from_event(topic.event()), Some(*topic));
        }
        assert_eq!(Topic::from_event("order.created"), None);
    }
}
