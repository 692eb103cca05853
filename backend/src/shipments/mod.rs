//! Shipments to clients and the cargo deliveries that carry them.
//!
//! Invariants: an item is in one live shipment at most (the database refuses a second); items, their orders and the shipments
//! of a delivery move in one transaction with it; nothing leaves that is neither paid nor to be paid in cash.

pub mod entity;

pub(crate) mod client_moves;
pub(crate) mod contents;
pub(crate) mod deliveries;
mod delivery;
mod delivery_routes;
mod error;
mod export;
mod lists;
mod photos;
mod regroup;
mod routes;
pub(crate) mod staff_moves;
mod views;

pub use delivery_routes::routes as delivery_routes;
pub use error::ShipmentError;
pub use export::routes as export_routes;
pub use photos::{jobs, routes as photo_routes};
pub use routes::routes;
