//! Shipments to clients and the cargo deliveries that carry them.
//!
//! Invariants: an item is in one live shipment at most (the database refuses a second); items, their orders and the shipments
//! of a delivery move in one transaction with it; nothing leaves that is neither paid nor to be paid in cash.

pub mod entity;

mod client_moves;
mod contents;
mod deliveries;
mod delivery_routes;
mod error;
mod lists;
mod routes;
mod staff_moves;
mod views;

pub use delivery_routes::routes as delivery_routes;
pub use error::ShipmentError;
pub use routes::routes;
