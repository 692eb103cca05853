//! Orders: kinds, states, moves, lists.

mod dto;
mod endpoints;
pub mod lifecycle;
pub mod limits;

pub use dto::*;
pub use endpoints::*;
pub use lifecycle::{OrderFilter, OrderMove, OrderSection, OrderStatus, OrderType, Side};
