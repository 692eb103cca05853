//! The permission matrix: objects × levels × breadth.

use super::Guard;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

macro_rules! objects {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)*) => {
        /// What a permission is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub enum Object { $($(#[$doc])* $name,)* }

        impl Object {
            /// Every object, in the order the matrix shows them.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The name in JSON and in the database.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

objects! {
    /// Orders and their items.
    Orders = "orders";
    /// Prices, fees and totals of orders.
    OrderPrices = "order_prices";
    /// Client accounts.
    Clients = "clients";
    /// Shipments to clients.
    Shipments = "shipments";
    /// Cargo deliveries.
    Deliveries = "deliveries";
    /// Balances and payments.
    Balance = "balance";
    /// Top-up requests.
    Topups = "topups";
    /// Item services and media.
    Services = "services";
    /// Settings of the cabinet.
    Settings = "settings";
    /// Staff and permission groups.
    Staff = "staff";
    /// Notifications to clients.
    Notifications = "notifications";
    /// Reports and exports.
    Reports = "reports";
}

impl Object {
    /// The object of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|object| object.as_str() == name)
    }

    /// Whether the matrix of this side has the object.
    pub const fn belongs_to(self, guard: Guard) -> bool {
        match guard {
            Guard::Agent => true,
            Guard::Client => matches!(
                self,
                Self::Orders
                    | Self::OrderPrices
                    | Self::Shipments
                    | Self::Balance
                    | Self::Topups
                    | Self::Services
                    | Self::Settings
                    | Self::Staff
            ),
        }
    }
}

impl Object {
    /// Whether the object's rows are assigned to people of this side, so that "own" means something.
    pub const fn is_assigned(self, guard: Guard) -> bool {
        matches!(guard, Guard::Agent)
            && matches!(
                self,
                Self::Orders
                    | Self::OrderPrices
                    | Self::Clients
                    | Self::Shipments
                    | Self::Balance
                    | Self::Topups
                    | Self::Services
                    | Self::Reports
            )
    }
}

/// How far a permission goes; each level holds those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Level {
    /// Not even seen.
    #[default]
    None,
    /// Read.
    View,
    /// Change.
    Edit,
    /// Decide: delete, refund, configure.
    Manage,
}

impl Level {
    /// Every level, rising.
    pub const ALL: [Self; 4] = [Self::None, Self::View, Self::Edit, Self::Manage];

    /// The name in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::View => "view",
            Self::Edit => "edit",
            Self::Manage => "manage",
        }
    }

    /// The level of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.as_str() == name)
    }
}

/// Which rows a permission covers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Breadth {
    /// Those assigned to the person.
    #[default]
    Own,
    /// All of the cabinet.
    All,
}

impl Breadth {
    /// The name in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::All => "all",
        }
    }
}

/// A level over a breadth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Grant {
    /// How far.
    pub level: Level,
    /// Over which rows.
    pub breadth: Breadth,
}

/// What one person may do in one cabinet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rights {
    /// The owner passes everything.
    pub is_owner: bool,
    /// What the person's group grants; an absent object is `none`.
    // The document's maker takes a type called `Object` for any object.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<String, Grant>))]
    pub grants: BTreeMap<Object, Grant>,
}

impl Rights {
    /// The owner's.
    pub fn owner() -> Self {
        Self {
            is_owner: true,
            grants: BTreeMap::new(),
        }
    }

    /// What is granted on the object.
    pub fn on(&self, object: Object) -> Grant {
        if self.is_owner {
            return Grant {
                level: Level::Manage,
                breadth: Breadth::All,
            };
        }
        self.grants.get(&object).copied().unwrap_or_default()
    }

    /// Whether the level on the object is allowed, over any breadth.
    pub fn allow(&self, object: Object, level: Level) -> bool {
        self.on(object).level >= level
    }

    /// What a group grants, without ownership.
    pub fn granted(grants: BTreeMap<Object, Grant>) -> Self {
        Self {
            is_owner: false,
            grants,
        }
    }

    /// Whether these rights hold all of the others: nobody hands out more than this.
    pub fn cover(&self, other: &Self) -> bool {
        if other.is_owner {
            return self.is_owner;
        }
        Object::ALL.iter().all(|object| {
            let (mine, theirs) = (self.on(*object), other.on(*object));
            theirs.level == Level::None || (mine.level >= theirs.level && mine.breadth >= theirs.breadth)
        })
    }

    /// What both rights allow: a cabinet looked at as another group.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let grants = Object::ALL.iter().filter_map(|object| {
            let (mine, theirs) = (self.on(*object), other.on(*object));
            let both = Grant {
                level: mine.level.min(theirs.level),
                breadth: mine.breadth.min(theirs.breadth),
            };
            (both.level > Level::None).then_some((*object, both))
        });
        Self::granted(grants.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_owner_passes_and_a_stranger_does_not() {
        for object in Object::ALL {
            assert!(Rights::owner().allow(*object, Level::Manage));
            assert!(!Rights::default().allow(*object, Level::View));
            assert!(Rights::default().allow(*object, Level::None));
        }
    }

    #[test]
    fn a_level_holds_those_before_it() {
        let grant = Grant {
            level: Level::Edit,
            breadth: Breadth::Own,
        };
        let rights = Rights {
            is_owner: false,
            grants: [(Object::Orders, grant)].into(),
        };
        assert!(rights.allow(Object::Orders, Level::View) && rights.allow(Object::Orders, Level::Edit));
        assert!(!rights.allow(Object::Orders, Level::Manage) && !rights.allow(Object::Balance, Level::View));
    }

    #[test]
    fn what_covers_and_what_both_allow() {
        let grant = |level, breadth| Grant { level, breadth };
        let of = |level, breadth| Rights::granted([(Object::Orders, grant(level, breadth))].into());
        let all = of(Level::Edit, Breadth::All);
        let own = of(Level::Edit, Breadth::Own);
        assert!(all.cover(&own) && !own.cover(&all) && all.cover(&Rights::default()) && own.cover(&own));
        assert!(Rights::owner().cover(&all) && Rights::owner().cover(&Rights::owner()) && !all.cover(&Rights::owner()));
        let none_of_all = of(Level::None, Breadth::All);
        assert!(own.cover(&none_of_all), "a level of none asks for nothing");
        assert_eq!(of(Level::View, Breadth::All).and(&own), of(Level::View, Breadth::Own));
        assert_eq!(Rights::owner().and(&all), all);
        assert!(all.cover(&all.and(&own)) && own.cover(&all.and(&own)));
    }
}
