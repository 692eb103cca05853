//! Orders: lists, the order card, status transitions, pricing, payment, history and search.
//!
//! Invariants:
//! - Only the client can see a draft.
//! - Every transition and every change of an item writes a history row in the same transaction.
//! - `items_count` always matches the items; `total_minor` and `mixed_currencies` follow the rules of [`total`].

mod activity;
mod agent;
mod agent_routes;
mod assignment;
pub mod calculation;
pub mod card;
pub mod charges;
pub mod chat_assignment;
pub mod client_limits;
mod counts;
mod create;
pub mod delivery;
mod deposit;
pub mod dialogues;
mod distribution;
mod distribution_routes;
mod draft;
mod earlier;
mod error;
pub mod estimate;
mod export_routes;
pub mod field_changes;
pub mod history;
mod index_text;
mod item_rows;
pub mod items;
mod list;
mod maintenance;
pub mod money;
mod ngrams;
pub mod pricing;
pub mod purchases;
pub mod quotes;
pub mod recipient;
mod references;
mod refunds;
mod repeat;
mod routes;
mod saved_filter_routes;
mod saved_filters;
pub mod search;
pub mod services;
mod session_sql;
mod shingles;
mod sort;
mod statuses;
mod stream_routes;
mod summary;
mod thumbnails;
mod total;
pub mod transitions;
pub mod translation;
mod unit_cost_routes;
mod unit_costs;
pub mod viewer;
pub mod views;
mod warehouse;

pub use activity::{record_activity, unread_chats};
pub use agent::section_condition;
pub use agent_routes::routes as agent_routes;
pub use assignment::hand_over;
pub use card::ensure_exists;
pub use create::create;
pub use distribution_routes::routes as distribution_routes;
pub use earlier::routes as earlier_routes;
pub use error::OrderError;
pub use export_routes::routes as export_routes;
pub use maintenance::{jobs, merge_search_index};
pub use routes::routes;
pub use saved_filter_routes::routes as saved_routes;
pub use session_sql::session_sql;
pub use stream_routes::routes as stream_routes;
pub use unit_cost_routes::routes as unit_cost_routes;
