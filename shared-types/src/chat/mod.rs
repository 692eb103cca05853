//! The chat of an order: what client and agent write to each other, and the names under which sockets tell of it.

mod dto;
mod endpoints;
pub mod limits;
pub mod socket;

pub use dto::*;
pub use endpoints::*;
