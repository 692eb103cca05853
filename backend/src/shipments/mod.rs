//! Shipments to clients and the cargo deliveries that carry them.
//!
//! Invariants:
//! - An item is in at most one shipment at a time; a unique index enforces this.
//! - Items, their orders and the shipments of a delivery change status in the same transaction.
//! - A shipment departs only if it is paid or has cash on receipt.

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
