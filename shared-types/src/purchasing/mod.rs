//! Purchasing accounts: the agent's own money on marketplaces, and payments from it to sellers.

mod dto;
mod endpoints;

pub use dto::*;
pub use endpoints::*;
