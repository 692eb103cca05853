//! Entries in the histories of shipments, deliveries and shipping requests.

use super::PlaceMeasures;
use crate::money::Money;
use chrono::{DateTime, NaiveDate, Utc};

/// A status change of a shipment or a delivery.
#[apply(response)]
pub struct StatusChange {
    /// Status before. Null for the creation.
    pub from: Option<String>,
    /// Status after.
    pub to: String,
    pub actor_name: String,
    /// Reason, if one was given.
    pub reason: Option<String>,
    /// Changes of the recipient. The status is the same before and after.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub changes: Vec<RecipientChange>,
    /// Changes of the fields of a shipment or a cargo delivery. The status is the same before and after.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub details: Vec<DeliveryDetailChange>,
    /// Places that were added, measured or removed. The status is the same before and after.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub places: Vec<PlaceRevision>,
    /// Amount that was paid with this change. The status may stay the same.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub paid: Option<Money>,
    /// Time of the change.
    pub at: DateTime<Utc>,
}

#[apply(response)]
#[derive(Copy, Hash)]
#[serde(rename_all = "snake_case")]
pub enum RecipientPart {
    Name,
    /// Phone number.
    Phone,
    /// Country, by its code.
    Country,
    /// Region, city, postcode, and street or pickup point.
    Address,
    /// Passport or tax number. The values are not recorded.
    Documents,
}

/// The change of a part of a shipment's recipient.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct RecipientChange {
    pub part: RecipientPart,
    /// Value before. Absent for documents, and if there was no recipient.
    pub before: Option<String>,
    /// Value after. Absent for documents.
    pub after: Option<String>,
}

/// A field of a shipment or a cargo delivery.
#[apply(response)]
#[derive(Copy, Hash)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryDetail {
    /// Tracking number of the carrier.
    Track,
    /// Carrier of the cargo.
    Carrier,
    Route,
    /// The carrier's charge. Only for callers who may see prices.
    Cost,
    /// Day on which the delivery is expected.
    ExpectedOn,
    /// Boxes without which the delivery departed.
    LeftBehind,
    /// Destination country of a shipment without a recipient.
    Country,
    /// Destination city of a shipment without a recipient.
    City,
    /// Weight, in grams.
    Weight,
    /// Volume, in cm³.
    Volume,
    /// Number of places (boxes).
    Places,
    /// Sides of a place, in millimetres.
    Sides,
    /// Delivery method.
    Method,
    GoodsCategory,
    Packaging,
    Insurance,
    /// Transport company for the last mile.
    TransportCompany,
    PickupPoint,
    /// Comment for the client.
    Comment,
}

/// The value of a field of a shipment or a cargo delivery.
#[apply(response)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryDetailValue {
    Text(String),
    /// An amount.
    Money(Money),
    Day(NaiveDate),
    /// Number in the unit of the field.
    Number(i64),
}

/// The change of a field of a shipment or a cargo delivery.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct DeliveryDetailChange {
    pub detail: DeliveryDetail,
    /// Value before. Absent if there was none.
    pub before: Option<DeliveryDetailValue>,
    /// Value after. Absent if it was cleared.
    pub after: Option<DeliveryDetailValue>,
}

/// The change of a place of a shipment.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct PlaceRevision {
    /// Number of the place.
    pub number: i32,
    /// Measures before. Absent for an added place.
    pub before: Option<PlaceMeasures>,
    /// Measures after. Absent for a removed place.
    pub after: Option<PlaceMeasures>,
    /// Items of which other numbers of pieces lie in the place now.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub items: Vec<PlaceItemRevision>,
}

/// The change of the number of pieces of an item in a place.
#[apply(response)]
pub struct PlaceItemRevision {
    /// Title of the item, at most 80 characters of it.
    pub title: String,
    /// Number of pieces before.
    pub before: i32,
    /// Number of pieces after.
    pub after: i32,
}
