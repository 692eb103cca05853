//! Events, and pages of the feed.

use super::{EventObject, EventType};
use crate::id::{ClientId, OrderId, ShipmentId};
use chrono::{DateTime, Utc};

/// How long events are kept, in days.
pub const KEPT_DAYS: i64 = 30;
/// Positions that one page looks through: a filter can leave it empty although there are more events.
pub const SCANNED_POSITIONS: i64 = 10_000;
/// Default number of events of a page.
pub const DEFAULT_EVENTS: u64 = 100;
/// Maximum number of events of a page.
pub const MAX_EVENTS: u64 = 500;

/// An event. Webhooks send the same body.
#[apply(response)]
pub struct Event {
    /// Unique id, the same in every delivery of the event.
    pub id: String,
    /// Type. New types can be added at any time.
    #[serde(rename = "type")]
    pub kind: EventType,
    /// Time of the change.
    pub timestamp: DateTime<Utc>,
    /// Position in the feed of the cabinet: 1, 2, 3 and so on, without gaps.
    pub sequence: i64,
    /// The changed object.
    pub data: EventData,
}

/// The object that an event is about. Read it through the API for its current fields.
#[apply(response)]
pub struct EventData {
    /// Kind of the object.
    pub object: EventObject,
    /// Id of the object.
    pub id: i64,
    /// Number or code by which people know the object, or its order. Null if it has none.
    pub number: Option<String>,
    /// The client of the object. Null if it belongs to the agent.
    pub client_id: Option<ClientId>,
    /// The order of an item, a message or a payment, or the order itself.
    pub order_id: Option<OrderId>,
    /// The shipment of a payment, or the shipment itself.
    pub shipment_id: Option<ShipmentId>,
    /// State before the change. Null for a new object and for one without states.
    pub old_state: Option<String>,
    /// State after the change. Null for a deleted object and for one without states.
    pub new_state: Option<String>,
    /// Whether the reader no longer sees the object: it was deleted, or it went back to a state that only the other side sees.
    pub deleted: bool,
}

/// Parameters of the feed.
#[apply(request)]
#[derive(Default)]
pub struct EventQuery {
    /// Return events after this position: `next` of the previous page, or 0 for all events that are kept.
    pub after: Option<i64>,
    /// Most events of the page, at most 500.
    #[cfg_attr(feature = "openapi", schema(maximum = 500))]
    pub limit: Option<u64>,
    /// Only events of these types, separated by commas.
    pub types: Option<String>,
}

/// A page of the feed.
#[apply(response)]
pub struct EventPage {
    /// Events that the caller may see, in the order of the feed.
    pub data: Vec<Event>,
    /// Position for `after` of the next request. It also passes events that the caller does not see.
    pub next: i64,
    /// Whether further events can be read now.
    pub has_more: bool,
    /// Position of the newest event of the feed. A mirror notes it before it reads the lists.
    pub last: i64,
}
