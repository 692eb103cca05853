//! Lines of an order: added by the form, the extension and imports through one operation.

mod add;
mod bulk;
mod change;
mod routes;
mod rules;
mod totals;

pub use add::{Added, add};
pub use bulk::Bulk;
pub use routes::routes;
pub use rules::{Checked, check};
