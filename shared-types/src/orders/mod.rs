//! Orders: types, statuses, moves, lists, pricing and history.

mod agent_endpoints;
mod assignment;
mod changes;
mod cost;
mod deposit;
mod dto;
mod earlier;
mod endpoints;
mod history;
pub mod lifecycle;
pub mod limits;
mod lists;
mod money;
mod pay_option;
mod quote;
mod saved_filters;
mod unit_costs;
mod warehouse;

pub use agent_endpoints::*;
pub use assignment::*;
pub use changes::*;
pub use cost::*;
pub use deposit::*;
pub use dto::*;
pub use earlier::*;
pub use endpoints::*;
pub use history::*;
pub use lifecycle::{OrderFilter, OrderMove, OrderSection, OrderSort, OrderStatus, OrderType, Side};
pub use lists::*;
pub use money::*;
pub use pay_option::PayOption;
pub use quote::{Quote, convert_at};
pub use saved_filters::*;
pub use unit_costs::*;
pub use warehouse::WarehouseItems;
