//! Items of an order: adding, editing, status transitions, splitting and merging.

mod add;
mod agent;
mod agent_routes;
mod bulk;
mod draft_items;
mod routes;
mod rules;
mod totals;
pub mod transitions;

pub use add::{Added, add};
pub use agent_routes::routes as agent_routes;
pub use bulk::BulkEdit;
pub use routes::routes;
pub use rules::{CheckedItem, check_item};
