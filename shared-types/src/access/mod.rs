//! Who may call what: guards, objects, levels, breadths, and the rights a permission group gives.

mod rights;

pub use rights::{Breadth, Grant, Level, Object, Rights};

use serde::{Deserialize, Serialize};

/// The two sides; a token of one is refused by the other.
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

    /// The guard of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "agent" => Some(Self::Agent),
            "client" => Some(Self::Client),
            _ => None,
        }
    }
}

/// What an endpoint demands of its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Nothing: the address is for everybody.
    Public,
    /// The refresh cookie of the guard in the path.
    RefreshCookie,
    /// Anybody logged in on either side.
    AnyGuard,
    /// Anybody logged in on this side.
    Guard(Guard),
    /// Staff whose group allows the level on the object.
    Agent(Object, Level),
    /// A client member whose group allows the level on the object.
    Client(Object, Level),
    /// A live extension token.
    ExtensionToken,
}
