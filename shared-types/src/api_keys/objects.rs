//! The rights of a key, and the one that each endpoint needs.

use crate::{
    access::{Access, Breadth, Grant, Guard, Level, Object, Rights},
    endpoint::{Method, Route},
    tag::Tag,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

macro_rules! key_objects {
    ($($(#[$doc:meta])* $name:ident = $text:tt [$($object:ident),*];)*) => {
        closed_set! {
            /// The area of the API that a right of a key is about.
            pub enum KeyObject { $($(#[$doc])* $name = $text,)* }
        }

        impl KeyObject {
            /// The permissions of a person that the right of a key is a part of.
            pub const fn permissions(self) -> &'static [Object] {
                match self { $(Self::$name => &[$(Object::$object),*],)* }
            }
        }
    };
}

key_objects! {
    /// Orders without their items.
    Orders = "orders" [Orders];
    /// Items of orders, and their import from spreadsheets.
    Items = "items" [Orders];
    /// Prices, fees and totals of orders.
    OrderPrices = "order_prices" [OrderPrices];
    /// Services on items, their photos and videos.
    Services = "services" [Services];
    /// Messages and files of the chats of orders.
    Chat = "chat" [Orders];
    /// Scanned codes, cells and labels.
    Warehouse = "warehouse" [Orders];
    /// Client accounts.
    Clients = "clients" [Clients];
    /// Shipments to clients.
    Shipments = "shipments" [Shipments];
    /// Requests of clients to ship items.
    Requests = "requests" [Shipments];
    /// The address book of a client, and the recipients of orders.
    Recipients = "recipients" [Shipments, Orders];
    /// Cargo deliveries.
    Deliveries = "deliveries" [Deliveries];
    /// Balances, their operations, and payments from them.
    Balance = "balance" [Balance];
    /// Requests to top up balances and payment apps, and withdrawals.
    Topups = "topups" [Topups];
    /// Cash boxes and their entries.
    Cash = "cash" [Cash];
    /// Offers of the agent: services, rates, tariffs and terms.
    Catalogue = "catalogue" [Settings, Orders];
    /// Settings of the cabinet.
    Settings = "settings" [Settings];
    /// The people of the cabinet. They can be read only.
    Staff = "staff" [Staff];
    /// Announcements to clients, and counts of open tasks.
    Notifications = "notifications" [Notifications];
    /// Notes of staff on objects.
    Notes = "notes" [];
    /// Reports and exports.
    Reports = "reports" [Reports];
    /// The feed of events.
    Events = "events" [];
    /// Addresses that events are sent to.
    Webhooks = "webhooks" [Settings];
}

impl KeyObject {
    /// The object that gives a key a permission of a person.
    pub fn of_permission(permission: Object) -> Self {
        let only = |object: &&Self| object.permissions() == [permission];
        Self::ALL.iter().find(only).copied().unwrap_or(Self::Settings)
    }

    /// Whether keys of this side can have a right on the object.
    pub fn belongs_to(self, guard: Guard) -> bool {
        let permissions = self.permissions();
        match self {
            Self::Notes => guard == Guard::Agent,
            _ if permissions.is_empty() => true,
            _ => permissions.iter().any(|permission| permission.belongs_to(guard)),
        }
    }
}

closed_set! {
    /// The level of a key's right on an object.
    pub enum KeyLevel {
        /// Read without changes.
        Read = "read",
        /// Read and change, as far as the maker of the key may.
        Write = "write",
    }
}

impl KeyLevel {
    const fn highest_level(self) -> Level {
        match self {
            Self::Read => Level::View,
            Self::Write => Level::Manage,
        }
    }
}

impl From<Level> for KeyLevel {
    fn from(level: Level) -> Self {
        if level <= Level::View { Self::Read } else { Self::Write }
    }
}

/// The rights of a key. An object that is absent is not open to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KeyRights(pub BTreeMap<KeyObject, KeyLevel>);

impl KeyRights {
    /// Whether the key may do this with the object.
    pub fn allow(&self, object: KeyObject, level: KeyLevel) -> bool {
        self.0.get(&object).is_some_and(|granted| *granted >= level)
    }

    /// The part of a person's rights that the key has. It is never more than the person's own.
    #[must_use]
    pub fn limit(&self, of_maker: &Rights) -> Rights {
        let mut grants = BTreeMap::<Object, Grant>::new();
        for (object, level) in &self.0 {
            for permission in object.permissions() {
                let level = level.highest_level();
                let breadth = Breadth::All;
                let grant = grants.entry(*permission).or_insert(Grant { level, breadth });
                grant.level = grant.level.max(level);
            }
        }
        of_maker.intersect(&Rights::from_grants(grants))
    }

    /// The objects of which the key would have a right that its maker lacks.
    pub fn beyond(&self, of_maker: &Rights) -> Vec<KeyObject> {
        let lacks = |object: KeyObject, level: KeyLevel| {
            let needed = match level {
                KeyLevel::Read => Level::View,
                KeyLevel::Write => Level::Edit,
            };
            let permissions = object.permissions();
            !permissions.is_empty()
                && !permissions
                    .iter()
                    .any(|permission| of_maker.allows(*permission, needed))
        };
        let objects = self.0.iter().filter(|(object, level)| lacks(**object, **level));
        objects.map(|(object, _)| *object).collect()
    }
}

/// The right that an endpoint needs of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyPermission {
    /// It is not open to keys.
    Closed,
    /// Each key may call it.
    AnyKey,
    /// The key needs this right.
    Right(KeyObject, KeyLevel),
}

/// The right that an endpoint needs of a key. Closed are endpoints that need no login, that need a fresh second factor, and that change
/// logins, rights or keys of people.
pub fn key_permission(endpoint: &Route) -> KeyPermission {
    let is_get = matches!(endpoint.method, Method::Get);
    // A key subscribes to what it may read: each event is checked when it is sent.
    if endpoint.path == "/broadcasting/auth" {
        return KeyPermission::AnyKey;
    }
    let (object, is_read) = match endpoint.access {
        Access::Public | Access::RefreshCookie | Access::ExtensionToken | Access::AnyGuard => {
            return KeyPermission::Closed;
        }
        // Orders that can be taken are listed for the people who may take them.
        Access::Guard(_) => (None, is_get && endpoint.tag != Tag::Orders),
        Access::Agent(object, level) | Access::Client(object, level) => (Some(object), level <= Level::View),
    };
    if is_get && (endpoint.path.ends_with("/me") || endpoint.path.ends_with("/key")) {
        return KeyPermission::AnyKey;
    }
    let needed = if endpoint.step_up {
        None
    } else {
        match object {
            Some(object) => object_of_permission(object, is_read, endpoint),
            None => object_for_everyone(is_read, endpoint),
        }
    };
    let level = if is_read { KeyLevel::Read } else { KeyLevel::Write };
    needed.map_or(KeyPermission::Closed, |object| KeyPermission::Right(object, level))
}

/// The object of an endpoint that needs a permission.
fn object_of_permission(object: Object, is_read: bool, endpoint: &Route) -> Option<KeyObject> {
    let of_client = matches!(endpoint.access, Access::Client(..));
    match (object, endpoint.tag) {
        // The account with the operator of the service, and the first set-up, are matters of people.
        (_, Tag::Billing | Tag::Onboarding | Tag::PermissionGroups | Tag::ApiKeys) => None,
        // Tokens of the person's browsers.
        (Object::Settings, Tag::Extension) if of_client => None,
        // How staff log in.
        (_, Tag::Settings) if endpoint.path.ends_with("/staff-logins") => None,
        (Object::Staff, _) => is_read.then_some(KeyObject::Staff),
        (_, Tag::Recipients) => Some(KeyObject::Recipients),
        (Object::Orders, Tag::Items | Tag::Imports) => Some(KeyObject::Items),
        (Object::Orders, Tag::Chat) => Some(KeyObject::Chat),
        (Object::Orders, Tag::Scanning) => Some(KeyObject::Warehouse),
        (Object::Orders | Object::Settings, Tag::Rates) | (Object::Settings, Tag::Services) => {
            Some(KeyObject::Catalogue)
        }
        (Object::Shipments, Tag::ShippingRequests) => Some(KeyObject::Requests),
        (Object::Orders, _) => Some(KeyObject::Orders),
        (Object::OrderPrices, _) => Some(KeyObject::OrderPrices),
        (Object::Clients, _) => Some(KeyObject::Clients),
        (Object::Shipments, _) => Some(KeyObject::Shipments),
        (Object::Deliveries, _) => Some(KeyObject::Deliveries),
        (Object::Balance, _) => Some(KeyObject::Balance),
        (Object::Topups, _) => Some(KeyObject::Topups),
        (Object::Cash, _) => Some(KeyObject::Cash),
        (Object::Services, _) => Some(KeyObject::Services),
        (Object::Settings, Tag::Webhooks) => Some(KeyObject::Webhooks),
        (Object::Settings, _) => Some(KeyObject::Settings),
        (Object::Notifications, _) => Some(KeyObject::Notifications),
        (Object::Reports, _) => Some(KeyObject::Reports),
    }
}

/// The object of an endpoint that each person of the side may call.
fn object_for_everyone(is_read: bool, endpoint: &Route) -> Option<KeyObject> {
    match endpoint.tag {
        Tag::Orders => Some(KeyObject::Orders),
        Tag::Events => Some(KeyObject::Events),
        Tag::Notes if !endpoint.path.ends_with("/personal") => Some(KeyObject::Notes),
        Tag::Settings if is_read => Some(KeyObject::Catalogue),
        Tag::Staff if is_read => Some(KeyObject::Staff),
        Tag::Notifications if is_read && !endpoint.path.ends_with("-preferences") => Some(KeyObject::Notifications),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        api::visit_endpoints,
        endpoint::{Endpoint, EndpointVisitor},
    };
    use std::collections::BTreeSet;

    /// The key objects that an endpoint needs, and the operations that are closed.
    #[derive(Default)]
    struct Needed {
        objects: BTreeSet<KeyObject>,
        wrong: Vec<String>,
    }

    impl EndpointVisitor for Needed {
        fn visit<E: Endpoint>(&mut self) {
            for route in Route::all::<E>() {
                self.check(&route);
            }
        }
    }

    impl Needed {
        fn check(&mut self, route: &Route) {
            let KeyPermission::Right(object, level) = key_permission(route) else {
                return;
            };
            self.objects.insert(object);
            let (Access::Agent(permission, needed) | Access::Client(permission, needed)) = route.access else {
                return;
            };
            // A key with exactly the right of the endpoint has the permission that the endpoint checks.
            let rights = KeyRights([(object, level)].into()).limit(&Rights::owner());
            if !rights.allows(permission, needed) {
                self.wrong.push(route.name.to_owned());
            }
        }
    }

    #[test]
    fn right_of_an_endpoint_is_enough_for_its_permission() {
        let mut needed = Needed::default();
        visit_endpoints(&mut needed);
        assert!(needed.wrong.is_empty(), "{:?}", needed.wrong);
    }

    #[test]
    fn key_has_no_more_than_its_maker() {
        let own = |level| Grant {
            level,
            breadth: Breadth::Own,
        };
        let maker = Rights::from_grants([(Object::Orders, own(Level::Edit))].into());
        let key = KeyRights(
            [
                (KeyObject::Items, KeyLevel::Write),
                (KeyObject::Balance, KeyLevel::Read),
            ]
            .into(),
        );
        assert_eq!(key.limit(&maker), maker);
        assert_eq!(key.beyond(&maker), [KeyObject::Balance]);
        let reader = KeyRights([(KeyObject::Orders, KeyLevel::Read)].into());
        assert!(!reader.limit(&Rights::owner()).allows(Object::Orders, Level::Edit));
        assert!(!reader.limit(&Rights::owner()).is_owner);
        assert_eq!(KeyRights::default().limit(&Rights::owner()), Rights::default());
    }
}
