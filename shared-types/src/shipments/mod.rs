//! Shipments to clients, and the cargo deliveries that carry them.

mod changes;
mod deliveries;
mod delivery;
mod delivery_variants;
mod dto;
mod endpoints;
pub mod lifecycle;
mod loading;
mod packing;
mod packing_groups;
mod photos;
mod place_endpoints;
mod places;
mod request_endpoints;
mod requests;
mod reweighing_endpoints;
mod reweighings;
mod tracks;

pub use changes::*;
pub use deliveries::*;
pub use delivery::*;
pub use delivery_variants::*;
pub use dto::*;
pub use endpoints::*;
pub use lifecycle::{
    DeliveryMove, DeliveryPart, DeliveryStatus, ShipmentMove, ShipmentStatus, ShippingGrouping, ShippingRequestMove,
    ShippingRequestStatus,
};
pub use loading::*;
pub use packing::*;
pub use packing_groups::*;
pub use photos::*;
pub use place_endpoints::*;
pub use places::*;
pub use request_endpoints::*;
pub use requests::*;
pub use reweighing_endpoints::*;
pub use reweighings::*;
pub use tracks::*;

/// Maximum length of a comment or reason, in characters.
pub const COMMENT: usize = 2000;
/// Maximum length of a tracking number, in characters.
pub const TRACK: usize = 100;
/// Maximum length of the carrier of a cargo delivery, in characters.
pub const CARRIER: usize = 100;
/// Maximum length of the route of a cargo delivery, in characters.
pub const ROUTE: usize = 200;
/// Maximum number of items per shipping request.
pub const REQUEST_ITEMS: usize = 500;
/// Maximum number of items on a page of the items that can be packed.
pub const PACKABLE_ITEMS: u64 = 500;
/// Maximum number of items per shipment.
pub const ITEMS: usize = 2000;
/// Maximum number of shipments loaded or unloaded by one request.
pub const LOAD: usize = 500;
/// Maximum number of photos of a problem, or of a weighing, of a shipment.
pub const PHOTOS: usize = 20;
/// Maximum number of places per shipment.
pub const PLACES: i64 = 10_000;
/// Maximum number of places of a shipment that are measured one by one.
pub const MEASURED_PLACES: usize = 500;
/// Maximum number of places added by one request.
pub const NEW_PLACES: i64 = 100;
/// Maximum side of a place, in millimetres.
pub const SIDE_MM: i64 = 10_000;
