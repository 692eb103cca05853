//! Lines of an order: added by the form, the extension and imports through one operation.

mod add;
mod agent;
mod agent_routes;
mod bulk;
mod change;
pub(crate) mod moves;
mod routes;
mod rules;
mod totals;

pub use add::{Added, add};
pub use agent_routes::routes as agent_routes;
pub use bulk::Bulk;
pub use routes::routes;
pub use rules::{Checked, check};
