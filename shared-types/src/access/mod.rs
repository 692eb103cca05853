//! Authorization model: guards, objects, levels, breadths, and the rights that a permission group grants.

mod rights;

pub use rights::{Breadth, Grant, Level, Object, Rights};

use serde::{Deserialize, Serialize};

/// The side of the system that a credential belongs to. A token of one side is refused by the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Guard {
    /// Staff of an agent.
    Agent,
    /// Members of a client.
    Client,
}

impl Guard {
    /// The name in paths, tokens and the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::Client => "client",
        }
    }

    /// Returns the guard with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "agent" => Some(Self::Agent),
            "client" => Some(Self::Client),
            _ => None,
        }
    }
}

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
