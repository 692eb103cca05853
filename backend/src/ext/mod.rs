//! API of the browser extension: the owner of the token, their drafts, creating a draft, adding an item with a screenshot, and
//! reports about pages that it reads wrongly. Staff see the reports and how well each shop is read.

mod captures;
mod error;
mod queries;
mod report_routes;
mod reports;
mod routes;
mod shop_states;

pub use error::ExtensionError;
pub use report_routes::routes as report_routes;
pub use reports::jobs;
pub use routes::routes;
