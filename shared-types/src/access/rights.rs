//! The permission matrix: objects × levels × breadths.

use super::Guard;
use std::collections::BTreeMap;

closed_set! {
    /// The area of the system that a permission is about.
    pub enum Object {
        /// Orders and their items.
        Orders = "orders",
        /// Prices, fees and totals of orders.
        OrderPrices = "order_prices",
        /// Client accounts.
        Clients = "clients",
        /// Shipments to clients.
        Shipments = "shipments",
        /// Cargo deliveries.
        Deliveries = "deliveries",
        /// Balances and payments.
        Balance = "balance",
        /// Top-up requests.
        Topups = "topups",
        /// The cash book.
        Cash = "cash",
        /// Item services and media.
        Services = "services",
        /// Settings of the cabinet.
        Settings = "settings",
        /// Staff and permission groups.
        Staff = "staff",
        /// Announcements to clients.
        Notifications = "notifications",
        /// Reports and exports.
        Reports = "reports",
    }
}

impl Object {
    /// Whether the permission matrix of this side contains the object.
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
    /// Whether rows of the object are assigned to people of this side. If they are not, the breadth `own` has no
    /// meaning.
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
                    | Self::Cash
                    | Self::Services
                    | Self::Reports
            )
    }
}

closed_set! {
    /// How far a permission goes. Each level includes the lower ones.
    #[derive(Default)]
    pub enum Level {
        /// No access.
        #[default]
        None = "none",
        /// Read.
        View = "view",
        /// Create and change.
        Edit = "edit",
        /// Delete, refund, configure.
        Manage = "manage",
    }
}

closed_set! {
    /// Which rows a permission covers.
    #[derive(Default)]
    pub enum Breadth {
        /// Rows assigned to the person.
        #[default]
        Own = "own",
        /// All rows of the cabinet.
        All = "all",
    }
}

/// The level and the breadth granted on one object.
#[apply(response)]
#[derive(Copy, Default, Hash)]
pub struct Grant {
    /// How far the permission goes.
    pub level: Level,
    /// Which rows the permission covers.
    pub breadth: Breadth,
}

/// The rights of one person in one cabinet.
#[apply(response)]
#[derive(Default)]
pub struct Rights {
    /// Whether the person owns the cabinet. An owner has every right.
    pub is_owner: bool,
    /// The rights of the person's permission group. A missing object means `none`.
    // `value_type`: utoipa maps a type called `Object` to an arbitrary JSON object.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<String, Grant>))]
    pub grants: BTreeMap<Object, Grant>,
}

impl Rights {
    /// Returns the rights of an owner.
    pub fn owner() -> Self {
        Self {
            is_owner: true,
            grants: BTreeMap::new(),
        }
    }

    /// Returns the grant on the object.
    pub fn grant(&self, object: Object) -> Grant {
        if self.is_owner {
            return Grant {
                level: Level::Manage,
                breadth: Breadth::All,
            };
        }
        self.grants.get(&object).copied().unwrap_or_default()
    }

    /// Whether the level on the object is granted, over any breadth.
    pub fn allows(&self, object: Object, level: Level) -> bool {
        self.grant(object).level >= level
    }

    /// Returns the rights that these grants give a person who is not the owner.
    pub fn from_grants(grants: BTreeMap<Object, Grant>) -> Self {
        Self {
            is_owner: false,
            grants,
        }
    }

    /// Whether these rights include all of `other`. People can grant only rights that their own cover.
    pub fn covers(&self, other: &Self) -> bool {
        if other.is_owner {
            return self.is_owner;
        }
        Object::ALL.iter().all(|object| {
            let (mine, theirs) = (self.grant(*object), other.grant(*object));
            theirs.level == Level::None || (mine.level >= theirs.level && mine.breadth >= theirs.breadth)
        })
    }

    /// Returns the intersection of both rights. Used for the preview of a cabinet with another group's rights.
    #[must_use]
    pub fn intersect(&self, other: &Self) -> Self {
        let grants = Object::ALL.iter().filter_map(|object| {
            let (mine, theirs) = (self.grant(*object), other.grant(*object));
            let both = Grant {
                level: mine.level.min(theirs.level),
                breadth: mine.breadth.min(theirs.breadth),
            };
            (both.level > Level::None).then_some((*object, both))
        });
        Self::from_grants(grants.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owner_has_every_right_and_default_rights_have_none() {
        for object in Object::ALL {
            assert!(Rights::owner().allows(object, Level::Manage));
            assert!(!Rights::default().allows(object, Level::View));
            assert!(Rights::default().allows(object, Level::None));
        }
    }

    #[test]
    fn level_includes_lower_levels() {
        let grant = Grant {
            level: Level::Edit,
            breadth: Breadth::Own,
        };
        let rights = Rights {
            is_owner: false,
            grants: [(Object::Orders, grant)].into(),
        };
        assert!(rights.allows(Object::Orders, Level::View) && rights.allows(Object::Orders, Level::Edit));
        assert!(!rights.allows(Object::Orders, Level::Manage) && !rights.allows(Object::Balance, Level::View));
    }

    #[test]
    fn rights_cover_and_intersect() {
        let grant = |level, breadth| Grant { level, breadth };
        let rights = |level, breadth| Rights::from_grants([(Object::Orders, grant(level, breadth))].into());
        let all = rights(Level::Edit, Breadth::All);
        let own = rights(Level::Edit, Breadth::Own);
        assert!(all.covers(&own) && !own.covers(&all) && all.covers(&Rights::default()) && own.covers(&own));
        assert!(
            Rights::owner().covers(&all) && Rights::owner().covers(&Rights::owner()) && !all.covers(&Rights::owner())
        );
        let none_of_all = rights(Level::None, Breadth::All);
        assert!(own.covers(&none_of_all), "the level none is always covered");
        assert_eq!(
            rights(Level::View, Breadth::All).intersect(&own),
            rights(Level::View, Breadth::Own)
        );
        assert_eq!(Rights::owner().intersect(&all), all);
        assert!(all.covers(&all.intersect(&own)) && own.covers(&all.intersect(&own)));
    }
}
