//! Shipments to clients and the cargo deliveries that carry them.

mod delivery;
mod dto;
mod endpoints;
pub mod lifecycle;

pub use delivery::*;
pub use dto::*;
pub use endpoints::*;
pub use lifecycle::{DeliveryMove, DeliveryPart, DeliveryStatus, ShipmentMove, ShipmentStatus};

/// Longest comment or reason, in characters.
pub const COMMENT: usize = 2000;
/// Longest track, in characters.
pub const TRACK: usize = 100;
/// Most lines of one shipment.
pub const ITEMS: usize = 2000;
/// Most photos of what is wrong with one.
pub const PHOTOS: usize = 20;
/// Most places of one shipment.
pub const PLACES: i64 = 10_000;
