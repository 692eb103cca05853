//! Cargo deliveries: transports that carry shipments of several clients.

use super::{DeliveryMove, DeliveryPart, DeliveryStatus, LoadRemoval, ShipmentSummary, StatusChange};
use crate::{
    id::{DeliveryId, ShipmentId},
    money::Money,
    page::CappedCount,
};
use chrono::{DateTime, NaiveDate, Utc};

closed_set! {
    /// How the carrier's charge for a delivery is split over its shipments. What rounding leaves goes to the largest remainders.
    #[derive(Default)]
    pub enum FreightBasis {
        /// By weight. A shipment without one has no part, unless none has one: then the parts are equal.
        #[default]
        Weight = "weight",
        /// By volume, in the same way.
        Volume = "volume",
        /// By the number of places (boxes).
        Places = "places",
    }
}

/// A row of the delivery list.
#[apply(response)]
pub struct DeliverySummary {
    pub id: DeliveryId,
    /// Delivery number.
    pub number: String,
    /// Current status.
    pub status: DeliveryStatus,
    /// Tracking number of the carrier.
    pub track: Option<String>,
    /// Carrier of the cargo.
    pub carrier: Option<String>,
    /// Route, such as the cities on the way.
    pub route: Option<String>,
    /// The carrier's charge. Absent if unknown, or if the caller may not see prices.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cost: Option<Money>,
    /// How the charge is split over the shipments.
    pub cost_split: FreightBasis,
    /// Day on which the delivery is expected.
    pub expected_on: Option<NaiveDate>,
    /// The cargo of the delivery.
    pub contents: DeliveryContents,
    /// Time of the departure.
    pub departed_at: Option<DateTime<Utc>>,
    /// Time of the arrival.
    pub arrived_at: Option<DateTime<Utc>>,
    /// Creation time.
    pub created_at: DateTime<Utc>,
    /// Time of the last change.
    pub updated_at: DateTime<Utc>,
    /// Whether staff left a note on it. Agent side only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub has_note: Option<bool>,
}

/// The cargo of a delivery.
#[apply(response)]
#[derive(Default)]
pub struct DeliveryContents {
    /// Number of shipments.
    pub shipments: i64,
    /// Number of places (boxes).
    pub places: i64,
    /// Weight of all shipments, in grams.
    pub weight_grams: i64,
    /// Codes of the clients, sorted.
    pub clients: Vec<String>,
}

/// A cargo delivery with its shipments.
#[apply(response)]
pub struct Delivery {
    /// Fields of the list row.
    #[serde(flatten)]
    pub summary: DeliverySummary,
    /// Shipments that it carries.
    pub shipments: Vec<ShipmentSummary>,
    /// Changes of the status and of the details, oldest first.
    pub history: Vec<StatusChange>,
    /// Moves that staff may make now.
    pub moves: Vec<DeliveryMove>,
    /// Version of the record. Send it back in `If-Match`.
    pub version: i64,
}

/// A new delivery, or changes to one. Absent fields stay unchanged; an empty string clears a field.
#[apply(request)]
#[derive(Default)]
pub struct DeliveryChange {
    /// Tracking number of the carrier.
    pub track: Option<String>,
    /// Carrier of the cargo.
    pub carrier: Option<String>,
    /// Route, such as the cities on the way.
    pub route: Option<String>,
    /// The carrier's charge, in CNY or RUB; `null` clears it. Requires the right to see prices.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "crate::fields::present"
    )]
    pub cost: Option<Option<Money>>,
    /// How the charge is split over the shipments. They get their parts when the delivery has departed.
    pub cost_split: Option<FreightBasis>,
    /// Day on which the delivery is expected; `null` clears it.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "crate::fields::present"
    )]
    pub expected_on: Option<Option<NaiveDate>>,
}

/// Shipments to load or unload.
#[apply(request)]
pub struct DeliveryLoad {
    /// Ids of the shipments.
    pub shipments: Vec<ShipmentId>,
}

/// A move of a delivery.
#[apply(request)]
pub struct DeliveryStep {
    /// Move to make.
    pub step: DeliveryMove,
    /// The units that stay behind, by name. A delivery at which anything was scanned departs without a unit only if it is named here.
    pub left_behind: Option<LoadRemoval>,
}

/// Filters of the delivery list.
#[apply(request)]
#[derive(Default)]
pub struct DeliveryQuery {
    /// Part of the list. All deliveries if absent.
    pub part: Option<DeliveryPart>,
    /// Text contained in the number, the track or the carrier, in the number of a shipment that it carries, or in the code of a client.
    pub search: Option<String>,
    /// Only rows that have changed at or after this time, the least recently changed first.
    pub updated_since: Option<DateTime<Utc>>,
    /// Page size, 1 to 200. Defaults to 50.
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// Filter of the number of deliveries.
#[apply(request)]
#[derive(Default)]
pub struct DeliveryFilter {
    /// Text contained in the number, the track or the carrier, in the number of a shipment that it carries, or in the code of a client.
    pub search: Option<String>,
}

/// Capped counts of deliveries by part of the list.
#[apply(response)]
#[derive(Copy, Default)]
pub struct DeliveryCounts {
    /// Deliveries that are being formed or on their way.
    pub current: CappedCount,
    /// Deliveries that have arrived or were canceled.
    pub archive: CappedCount,
}

impl DeliveryCounts {
    pub const fn in_part(&self, part: DeliveryPart) -> CappedCount {
        match part {
            DeliveryPart::Current => self.current,
            DeliveryPart::Archive => self.archive,
        }
    }
}
