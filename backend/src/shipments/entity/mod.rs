//! Entities of shipments and deliveries.

pub mod delivery;
pub mod delivery_history;
pub mod shipment;
pub mod shipment_history;
pub mod shipment_item;
pub mod shipment_photo;
