//! The sides of the system.

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
