//! Where the received items of an order are.

use crate::id::ShipmentId;

/// Where the received items of an order are.
#[apply(response)]
#[derive(Copy, Default)]
pub struct WarehouseItems {
    /// Whether items in the warehouse are in no shipment and in no open shipping request.
    pub free: bool,
    /// Whether all items in the warehouse that are in no shipment are in open shipping requests.
    pub requested: bool,
    /// The oldest shipment with items of the order that the client has not accepted, unless some are `free`.
    pub shipment_id: Option<ShipmentId>,
}
