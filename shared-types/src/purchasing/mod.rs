//! Purchasing accounts: the agent's own money on marketplaces, and payments from it to sellers.

mod dto;
mod endpoints;
mod split;

pub use dto::*;
pub use endpoints::*;
pub use split::split_by_weight;
