//! Cargo deliveries: transports that carry shipments of several clients.

use super::{DeliveryMove, DeliveryPart, DeliveryStatus, ShipmentSummary, StatusChange};
use crate::{
    id::{DeliveryId, ShipmentId},
    money::Money,
};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

/// A row of the delivery list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeliveryChange {
    /// Tracking number of the carrier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub track: Option<String>,
    /// Carrier of the cargo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carrier: Option<String>,
    /// Route, such as the cities on the way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub route: Option<String>,
    /// The carrier's charge, in CNY or RUB; `null` clears it. Requires the right to see prices.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "crate::fields::present"
    )]
    pub cost: Option<Option<Money>>,
    /// Day on which the delivery is expected; `null` clears it.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "crate::fields::present"
    )]
    pub expected_on: Option<Option<NaiveDate>>,
}

/// Shipments to load or unload.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeliveryLoad {
    /// Ids of the shipments.
    pub shipments: Vec<ShipmentId>,
}

/// A move of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeliveryStep {
    /// Move to make.
    pub step: DeliveryMove,
}

/// Filters of the delivery list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeliveryQuery {
    /// Part of the list. All deliveries if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<DeliveryPart>,
    /// Text contained in the number, the track or the carrier, in the number of a shipment that it carries, or in the code of a client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// Only rows that have changed at or after this time, the least recently changed first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_since: Option<DateTime<Utc>>,
    /// Page size, 1 to 200. Defaults to 50.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}
