//! Shipments to clients and the cargo deliveries that carry them.
//!
//! Invariants:
//! - An item is in at most one shipment at a time; a unique index enforces this.
//! - Items, their orders and the shipments of a delivery change status in the same transaction.
//! - A shipment departs only if it is paid or has cash on receipt.
//! - A shipment has the time of its payment if and only if it has a payment. Cash is booked by staff, not by the client's acceptance.

pub mod client_actions;
pub mod contents;
pub mod deliveries;
mod delivery_choice;
mod delivery_details;
mod delivery_routes;
mod delivery_search;
mod error;
mod export_routes;
mod history;
mod lists;
mod loaded_items;
mod photo_routes;
mod photos;
mod price_routes;
mod recipient;
mod regroup;
pub mod requests;
mod routes;
pub mod staff_actions;
mod stream_routes;
mod transports;
mod views;

pub use delivery_routes::routes as delivery_routes;
pub use error::ShipmentError;
pub use export_routes::routes as export_routes;
pub use photo_routes::routes as photo_routes;
pub use photos::jobs;
pub use price_routes::routes as price_routes;
pub use requests::routes as request_routes;
pub use routes::routes;
pub use stream_routes::routes as stream_routes;
