//! The access that endpoints declare.

use super::{Guard, Level, Object};

/// The access check of an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// No credential.
    Public,
    /// The refresh cookie of the guard in the path.
    RefreshCookie,
    /// A valid access token of either side.
    AnyGuard,
    /// A valid access token of this side.
    Guard(Guard),
    /// Staff with at least this level on the object.
    Agent(Object, Level),
    /// A client member with at least this level on the object.
    Client(Object, Level),
    /// A valid extension token.
    ExtensionToken,
}

impl Access {
    /// The side whose people may call the endpoint, if it is one side.
    pub const fn guard(self) -> Option<Guard> {
        match self {
            Self::Guard(guard) => Some(guard),
            Self::Agent(..) => Some(Guard::Agent),
            Self::Client(..) => Some(Guard::Client),
            Self::Public | Self::RefreshCookie | Self::AnyGuard | Self::ExtensionToken => None,
        }
    }
}

/// A value of an endpoint on each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerSide<T> {
    /// The endpoint has one address, or the value is the same on both sides.
    One(T),
    /// The values of an endpoint that both sides have.
    Two {
        /// The value for staff of agents.
        agent: T,
        /// The value for members of clients.
        client: T,
    },
}

impl<T: Copy> PerSide<T> {
    /// Returns the value on a side.
    pub const fn on(self, side: Guard) -> T {
        match (self, side) {
            (Self::One(value), _)
            | (Self::Two { agent: value, .. }, Guard::Agent)
            | (Self::Two { client: value, .. }, Guard::Client) => value,
        }
    }
}

impl PerSide<Access> {
    /// A valid access token of the side.
    pub const GUARD: Self = Self::Two {
        agent: Access::Guard(Guard::Agent),
        client: Access::Guard(Guard::Client),
    };

    /// At least this level on the object, on either side.
    pub const fn right(object: Object, level: Level) -> Self {
        Self::Two {
            agent: Access::Agent(object, level),
            client: Access::Client(object, level),
        }
    }
}
