//! Settings of an agent: typed values stored by key, and lists of entries that orders and shipments refer to.
//!
//! Invariants: only validated values are stored; an entry that is in use can be archived but not deleted; existing prices
//! do not change when a setting changes.

pub mod lists;

pub mod agents;
mod brand;
pub mod client_terms;
pub mod conditions;
mod delivery_options;
mod distribution;
mod error;
mod keyed_setting;
mod method_prices;
mod numbers;
mod order_limits;
mod profile;
mod routes;
mod tabs;
mod terms;

pub use brand::{brand, jobs};
pub use conditions::{commission, commissions_by_agent, validate_commission};
pub use distribution::{
    lock_order_distribution, order_distribution, order_distribution_column, parse_order_distribution,
};
pub use error::SettingsError;
pub use keyed_setting::store_value;
pub use lists::active_entry_id;
pub use method_prices::{ShipmentToPrice, add_packing, delivery_terms, method_prices};
pub use numbers::next_number;
pub use order_limits::{order_limits_columns, parse_order_limits};
pub use profile::timezone;
pub use routes::routes;
pub use terms::{PricingTerms, new_order_terms, order_terms, shipment_terms};
