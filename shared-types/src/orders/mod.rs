//! Orders: types, statuses, moves, lists, pricing and history.

mod agent_endpoints;
mod assignment;
mod changes;
mod cost;
mod deposit;
mod dto;
mod endpoints;
mod history;
pub mod lifecycle;
pub mod limits;
mod lists;
mod money;
mod saved_filters;

pub use agent_endpoints::*;
pub use assignment::*;
pub use changes::*;
pub use cost::*;
pub use deposit::*;
pub use dto::*;
pub use endpoints::*;
pub use history::*;
pub use lifecycle::{OrderFilter, OrderMove, OrderSection, OrderSort, OrderStatus, OrderType, Side};
pub use lists::*;
pub use money::*;
pub use saved_filters::*;
