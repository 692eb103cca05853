//! Purchasing accounts: the agent's own money on marketplaces, and what sellers were paid from it.

mod dto;
mod endpoints;

pub use dto::*;
pub use endpoints::*;
