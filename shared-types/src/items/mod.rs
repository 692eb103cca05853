//! Lines of an order.

mod dto;
mod endpoints;
pub mod limits;

pub use dto::*;
pub use endpoints::*;
