//! Items of an order.

mod dto;
mod endpoints;
pub mod lifecycle;
pub mod limits;

pub use dto::*;
pub use endpoints::*;
pub use lifecycle::ItemMove;
