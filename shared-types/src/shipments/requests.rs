//! Request and response bodies of shipping requests: a client asks for items in the warehouse to be shipped.

use super::{ShipmentItem, ShippingGrouping, ShippingRequestMove, ShippingRequestStatus, StatusChange};
use crate::{
    id::{ClientId, ItemId, ListEntryId, RecipientId, ShipmentId, ShippingRequestId},
    page::CappedCount,
    recipients::RecipientCopy,
    settings::DeliveryOption,
};
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;

/// A request to ship items from the warehouse.
#[apply(request)]
pub struct NewShippingRequest {
    /// Items that are in the warehouse, in no shipment and in no other open request.
    pub items: Vec<ItemId>,
    /// In one shipment, or each item in its own.
    pub grouping: ShippingGrouping,
    /// Wishes of the client.
    #[serde(default)]
    pub wishes: String,
    /// Entry of the address book. The recipients of the orders if absent.
    pub recipient_id: Option<RecipientId>,
    /// Preferred delivery method.
    pub delivery_method_id: Option<ListEntryId>,
}

/// An item of a shipping request.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct RequestedItem {
    #[serde(flatten)]
    pub item: ShipmentItem,
    /// Whether it can be packed for this request. An item that left the warehouse or was packed otherwise can't.
    pub available: bool,
    /// The shipment that it was packed into. Clients see it once it is packed.
    pub shipment_id: Option<ShipmentId>,
    pub shipment_number: Option<String>,
}

/// A client's request to ship items.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct ShippingRequest {
    pub id: ShippingRequestId,
    /// Number of the request.
    pub number: String,
    /// Current status.
    pub status: ShippingRequestStatus,
    pub client_id: ClientId,
    pub client_code: String,
    pub client_name: String,
    /// In one shipment, or each item in its own.
    pub grouping: ShippingGrouping,
    /// Wishes of the client.
    pub wishes: String,
    /// Recipient. The documents are in the request's own view only.
    pub recipient: Option<RecipientCopy>,
    /// Preferred delivery method.
    pub method: Option<DeliveryOption>,
    pub items: Vec<RequestedItem>,
    /// Reason of a refusal.
    pub answer: Option<String>,
    /// Status changes, oldest first. Empty in lists.
    pub history: Vec<StatusChange>,
    /// Moves that the caller's side may make now.
    pub moves: Vec<ShippingRequestMove>,
    /// Creation time.
    pub created_at: DateTime<Utc>,
    /// Time of the last change.
    pub updated_at: DateTime<Utc>,
}

/// Page of the items that can be shipped.
#[apply(request)]
#[derive(Default)]
pub struct ShippableQuery {
    /// Page size, 1 to 500. Defaults to 500.
    #[cfg_attr(feature = "openapi", schema(maximum = 500))]
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// Filters of the list of shipping requests.
#[apply(request)]
#[derive(Default)]
pub struct ShippingRequestQuery {
    /// Filter by status.
    pub status: Option<ShippingRequestStatus>,
    /// The oldest requests first, as a queue is worked off. `updated_since` keeps its own order.
    pub oldest_first: Option<bool>,
    /// Only rows that have changed at or after this time, the least recently changed first.
    pub updated_since: Option<DateTime<Utc>>,
    /// Page size, 1 to 200. Defaults to 50.
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// Capped counts of shipping requests.
#[apply(response)]
#[derive(Default)]
pub struct ShippingRequestCounts {
    /// Requests that wait for an answer.
    pub open: CappedCount,
    /// All requests.
    pub all: CappedCount,
    /// Number of requests by status.
    pub by_status: BTreeMap<ShippingRequestStatus, CappedCount>,
}

/// A shipment made from items of a shipping request.
#[apply(request)]
pub struct RequestedShipment {
    /// Items of the request.
    pub items: Vec<ItemId>,
    /// Shipment of the client that is being formed, to which the items are added. A new one if absent.
    pub shipment_id: Option<ShipmentId>,
}

/// The shipments that a shipping request becomes. Items that are in none of them are free again.
#[apply(request)]
pub struct ShippingConfirmation {
    pub parcels: Vec<RequestedShipment>,
}

/// The refusal of a shipping request.
#[apply(request)]
pub struct ShippingRefusal {
    /// Reason, shown to the client.
    pub reason: String,
}
