//! The types of events: the one list, from which the documentation is made.

use crate::{
    access::{Breadth, Guard, Level, Object, Rights},
    items::ItemStatus,
    orders::OrderStatus,
    shipments::ShipmentStatus,
    topups::RequestStatus,
};
use serde::{Deserialize, Serialize};

macro_rules! event_objects {
    ($($(#[$doc:meta])* $name:ident = $text:tt, $staff:ident, $client:expr;)*) => {
        closed_set! {
            /// The kind of object that an event is about.
            pub enum EventObject { $($(#[$doc])* $name = $text,)* }
        }

        impl EventObject {
            /// The object that a person of a side must be allowed to view. `None` if the side never sees the events.
            pub const fn right(self, guard: Guard) -> Option<Object> {
                match (self, guard) {
                    $(
                        (Self::$name, Guard::Agent) => Some(Object::$staff),
                        (Self::$name, Guard::Client) => $client,
                    )*
                }
            }
        }
    };
}

event_objects! {
    Order = "order", Orders, Some(Object::Orders);
    /// An item of an order.
    Item = "item", Orders, Some(Object::Orders);
    /// A message in the chat of an order.
    Message = "message", Orders, Some(Object::Orders);
    /// A payment of an order or a shipment.
    Payment = "payment", Balance, Some(Object::Balance);
    /// The balance of a client. The id is the client's.
    Balance = "balance", Balance, Some(Object::Balance);
    Shipment = "shipment", Shipments, Some(Object::Shipments);
    /// A client's request to ship items.
    ShippingRequest = "shipping_request", Shipments, Some(Object::Shipments);
    /// A cargo delivery.
    Delivery = "delivery", Deliveries, None;
    /// A request to top up a balance.
    Topup = "topup", Topups, Some(Object::Topups);
    /// A request to top up a payment app.
    WalletTopup = "wallet_topup", Topups, Some(Object::Topups);
    Withdrawal = "withdrawal", Topups, Some(Object::Balance);
    /// A client account.
    Client = "client", Clients, None;
}

macro_rules! event_types {
    ($($name:ident = $text:tt, $object:ident, $description:literal;)*) => {
        named_set! {
            /// The type of an event, named after its object and the change.
            #[derive(Serialize, Deserialize)]
            pub enum EventType { $(#[doc = $description] #[serde(rename = $text)] $name = $text,)* }
        }

        impl EventType {
            /// The kind of object that the event is about.
            pub const fn object(self) -> EventObject {
                match self { $(Self::$name => EventObject::$object,)* }
            }

            /// One sentence for the documentation.
            pub const fn description(self) -> &'static str {
                match self { $(Self::$name => $description,)* }
            }
        }
    };
}

event_types! {
    OrderCreated = "order.created", Order, "An order was created.";
    OrderChanged = "order.changed", Order, "Fields of an order changed, such as its total or its assignee.";
    OrderStatusChanged = "order.status_changed", Order, "An order moved to another status.";
    OrderDeleted = "order.deleted", Order, "An order was deleted.";
    ItemAdded = "item.added", Item, "An item was added to an order.";
    ItemChanged = "item.changed", Item, "Fields of an item changed.";
    ItemStatusChanged = "item.status_changed", Item, "An item moved to another status for which there is no type of its own.";
    ItemBought = "item.bought", Item, "An item was bought in its shop.";
    ItemReceived = "item.received", Item, "An item arrived at the warehouse.";
    ItemShipped = "item.shipped", Item, "The shipment of an item departed.";
    ItemRemoved = "item.removed", Item, "An item was removed from its order.";
    MessageCreated = "message.created", Message, "A message was written in the chat of an order.";
    MessageChanged = "message.changed", Message, "A message was edited.";
    MessageDeleted = "message.deleted", Message, "A message was deleted.";
    PaymentConfirmed = "payment.confirmed", Payment, "An order or a shipment was paid.";
    PaymentRefunded = "payment.refunded", Payment, "A payment was refunded, in part or completely.";
    BalanceChanged = "balance.changed", Balance, "The balance of a client or its reserve changed.";
    ShipmentCreated = "shipment.created", Shipment, "A shipment was created.";
    ShipmentChanged = "shipment.changed", Shipment, "Fields of a shipment changed.";
    ShipmentStatusChanged = "shipment.status_changed", Shipment,
        "A shipment moved to another status for which there is no type of its own.";
    ShipmentDeparted = "shipment.departed", Shipment, "A shipment was dispatched.";
    ShipmentArrived = "shipment.arrived", Shipment, "A shipment arrived.";
    ShipmentDeleted = "shipment.deleted", Shipment, "A shipment was deleted.";
    ShippingRequestCreated = "shipping_request.created", ShippingRequest, "A client asked to ship items.";
    ShippingRequestChanged = "shipping_request.changed", ShippingRequest, "Fields of a shipping request changed.";
    ShippingRequestStatusChanged = "shipping_request.status_changed", ShippingRequest, "A shipping request moved to another status.";
    ShippingRequestDeleted = "shipping_request.deleted", ShippingRequest, "A shipping request was deleted.";
    DeliveryCreated = "delivery.created", Delivery, "A cargo delivery was created.";
    DeliveryChanged = "delivery.changed", Delivery, "Fields of a cargo delivery changed.";
    DeliveryStatusChanged = "delivery.status_changed", Delivery, "A cargo delivery moved to another status.";
    DeliveryDeleted = "delivery.deleted", Delivery, "A cargo delivery was deleted.";
    TopupCreated = "topup.created", Topup, "A client asked to top up the balance.";
    TopupChanged = "topup.changed", Topup, "Fields of a request to top up the balance changed.";
    TopupStatusChanged = "topup.status_changed", Topup,
        "A request to top up the balance moved to another status for which there is no type of its own.";
    TopupConfirmed = "topup.confirmed", Topup, "The money of a request to top up the balance was received and credited.";
    TopupDeleted = "topup.deleted", Topup, "A request to top up the balance was deleted.";
    WalletTopupCreated = "wallet_topup.created", WalletTopup, "A client asked to top up a payment app.";
    WalletTopupChanged = "wallet_topup.changed", WalletTopup, "Fields of a request to top up a payment app changed.";
    WalletTopupStatusChanged = "wallet_topup.status_changed", WalletTopup,
        "A request to top up a payment app moved to another status.";
    WalletTopupDeleted = "wallet_topup.deleted", WalletTopup, "A request to top up a payment app was deleted.";
    WithdrawalCreated = "withdrawal.created", Withdrawal, "A client asked to withdraw money.";
    WithdrawalChanged = "withdrawal.changed", Withdrawal, "Fields of a withdrawal changed.";
    WithdrawalStatusChanged = "withdrawal.status_changed", Withdrawal, "A withdrawal moved to another status.";
    WithdrawalDeleted = "withdrawal.deleted", Withdrawal, "A withdrawal was deleted.";
    ClientCreated = "client.created", Client, "A client account was created.";
    ClientChanged = "client.changed", Client, "Fields of a client account changed.";
    ClientDeleted = "client.deleted", Client, "A client account was deleted.";
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for EventType {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, Type};
        let names = Self::ALL.iter().map(|kind| kind.as_str());
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(names))
            .description(Some("The type of an event"))
            .into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for EventType {}

closed_set! {
    /// The change of a row that an event is made from.
    pub enum RowChange {
        Created = "created",
        Changed = "changed",
        Deleted = "deleted",
    }
}

impl EventType {
    /// Whether people of a side ever receive events of the type.
    pub const fn is_seen_by(self, guard: Guard) -> bool {
        self.object().right(guard).is_some()
    }

    /// Whether people with these rights see all events of the type, so that they may have it sent to an address.
    pub fn is_allowed(self, guard: Guard, rights: &Rights) -> bool {
        let grant = self.object().right(guard).map(|object| rights.grant(object));
        grant.is_some_and(|grant| {
            grant.level >= Level::View && (guard == Guard::Client || grant.breadth == Breadth::All)
        })
    }

    /// Whether the event says no more than that fields changed. Of several such events at once one is enough.
    pub fn is_plain_change(self) -> bool {
        self.as_str().ends_with(".changed")
    }

    /// Whether the object no longer exists.
    pub fn is_deletion(self) -> bool {
        self == Self::ItemRemoved || self.as_str().ends_with(".deleted")
    }

    /// The type of a change of an object between two states. `None` if such a change is no event.
    pub fn of_change(object: EventObject, change: RowChange, old: Option<&str>, new: Option<&str>) -> Option<Self> {
        let is_move = change == RowChange::Changed && old != new;
        let is_now = |state: &str| new == Some(state);
        let special = match object {
            _ if !is_move => None,
            EventObject::Item if is_now(ItemStatus::Bought.as_str()) => Some(Self::ItemBought),
            EventObject::Item if is_now(ItemStatus::AtWarehouse.as_str()) => Some(Self::ItemReceived),
            EventObject::Item if is_now(ItemStatus::Shipped.as_str()) => Some(Self::ItemShipped),
            EventObject::Shipment if is_now(ShipmentStatus::Dispatched.as_str()) => Some(Self::ShipmentDeparted),
            EventObject::Shipment if is_now(ShipmentStatus::Arrived.as_str()) => Some(Self::ShipmentArrived),
            EventObject::Topup if is_now(RequestStatus::Confirmed.as_str()) => Some(Self::TopupConfirmed),
            _ => None,
        };
        if special.is_some() {
            return special;
        }
        let verb = match (object, change) {
            (EventObject::Item, RowChange::Created) => "added",
            (EventObject::Item, RowChange::Deleted) => "removed",
            (EventObject::Payment, RowChange::Created) => "confirmed",
            (EventObject::Payment, RowChange::Changed) => "refunded",
            (EventObject::Balance, RowChange::Created) => "changed",
            (_, RowChange::Changed) if is_move => "status_changed",
            _ => change.as_str(),
        };
        Self::from_name(&format!("{}.{verb}", object.as_str()))
    }
}

/// Whether an object in this state is shown to the people of a side: staff see no drafts, and clients no shipment that is being
/// formed.
pub fn is_shown_in_state(object: EventObject, state: &str, guard: Guard) -> bool {
    match (object, guard) {
        (EventObject::Order, Guard::Agent) => state != OrderStatus::Draft.as_str(),
        (EventObject::Shipment, Guard::Client) => state != ShipmentStatus::Forming.as_str(),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_is_named_after_its_object_and_reached_by_a_change() {
        let states = [
            "draft",
            "bought",
            "at_warehouse",
            "shipped",
            "dispatched",
            "arrived",
            "confirmed",
        ];
        let mut reached = Vec::new();
        for object in EventObject::ALL {
            for change in [RowChange::Created, RowChange::Changed, RowChange::Deleted] {
                for new in states {
                    reached.extend(EventType::of_change(object, change, Some("draft"), Some(new)));
                }
            }
        }
        for kind in EventType::ALL {
            let (object, _) = kind.as_str().split_once('.').expect("two parts");
            assert_eq!(object, kind.object().as_str());
            assert_eq!(EventType::from_name(kind.as_str()), Some(kind));
            assert!(reached.contains(&kind), "{}", kind.as_str());
        }
    }

    #[test]
    fn a_change_without_another_state_is_a_plain_change() {
        let change = |old, new| EventType::of_change(EventObject::Item, RowChange::Changed, Some(old), Some(new));
        assert_eq!(change("bought", "bought"), Some(EventType::ItemChanged));
        assert_eq!(change("sent", "bought"), Some(EventType::ItemBought));
        assert_eq!(change("bought", "sent"), Some(EventType::ItemStatusChanged));
        assert!(EventType::ItemChanged.is_plain_change() && !EventType::ItemStatusChanged.is_plain_change());
    }
}
