//! Shipments to clients and the cargo deliveries that carry them.
//!
//! Invariants:
//! - An item is in at most one shipment at a time; a unique index enforces this.
//! - Items, their orders and the shipments of a delivery change status in the same transaction.
//! - The weight, the volume and the number of places of a shipment follow its places, as long as it has any.
//! - A shipment departs only if it is paid or has cash on receipt.
//! - A shipment has the time of its payment if and only if its price is paid in full. Cash is booked by staff, not by the client's
//!   acceptance. A part of the price is paid only after a new weighing has raised it.

pub mod client_actions;
pub mod contents;
pub mod deliveries;
mod delivery_choice;
mod delivery_details;
mod delivery_lists;
mod delivery_routes;
mod error;
mod export_routes;
mod field_changes;
mod freight;
mod history;
mod lists;
mod loaded_items;
mod loading;
mod packing_list_routes;
mod packing_lists;
mod photo_routes;
mod photos;
mod place_items;
mod place_routes;
pub mod places;
mod price_routes;
mod recipient;
mod regroup;
pub mod requests;
mod reweighing_routes;
mod reweighing_views;
pub mod reweighings;
mod routes;
mod settlement;
pub mod staff_actions;
mod stream_routes;
pub mod tracks;
mod transports;
mod views;

pub use delivery_routes::routes as delivery_routes;
pub use error::ShipmentError;
pub use export_routes::routes as export_routes;
pub use lists::without_method;
pub use packing_list_routes::routes as packing_list_routes;
pub use photo_routes::routes as photo_routes;
pub use photos::jobs;
pub use place_routes::routes as place_routes;
pub use price_routes::routes as price_routes;
pub use requests::routes as request_routes;
pub use reweighing_routes::routes as reweighing_routes;
pub use routes::routes;
pub use stream_routes::routes as stream_routes;
pub use views::due;
