//! Entries in the histories of shipments, deliveries and shipping requests.

use crate::money::Money;
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

/// A status change of a shipment or a delivery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
    /// Changes of the details of a cargo delivery. The status is the same before and after.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub details: Vec<DeliveryDetailChange>,
    /// Amount that was paid with this change. The status may stay the same.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub paid: Option<Money>,
    /// Time of the change.
    pub at: DateTime<Utc>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RecipientChange {
    pub part: RecipientPart,
    /// Value before. Absent for documents, and if there was no recipient.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub before: Option<String>,
    /// Value after. Absent for documents.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub after: Option<String>,
}

/// A detail of a cargo delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
}

/// The value of a detail of a cargo delivery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum DeliveryDetailValue {
    Text(String),
    /// An amount.
    Money(Money),
    Day(NaiveDate),
}

/// The change of a detail of a cargo delivery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeliveryDetailChange {
    pub detail: DeliveryDetail,
    /// Value before. Absent if there was none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub before: Option<DeliveryDetailValue>,
    /// Value after. Absent if it was cleared.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub after: Option<DeliveryDetailValue>,
}
