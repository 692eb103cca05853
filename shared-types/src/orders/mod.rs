//! Orders: kinds, states, moves, lists.

mod agent_endpoints;
mod dto;
mod endpoints;
pub mod lifecycle;
pub mod limits;
mod money;
mod saved;

pub use agent_endpoints::*;
pub use dto::*;
pub use endpoints::*;
pub use lifecycle::{OrderFilter, OrderMove, OrderSection, OrderStatus, OrderType, Side};
pub use money::*;
pub use saved::*;
