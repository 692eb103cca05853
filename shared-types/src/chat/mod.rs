//! The chat between client and agent on an order, and the channel and event names of its WebSocket.

mod dto;
mod endpoints;
mod inbox;
pub mod limits;
pub mod socket;

pub use dto::*;
pub use endpoints::*;
pub use inbox::*;
