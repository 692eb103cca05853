//! What a change made different, field by field.

use super::lifecycle::OrderType;
use crate::money::Money;
use serde::{Deserialize, Serialize};

/// A field that people change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ChangedField {
    /// The title of a line or of the order.
    Title,
    /// The product's address.
    Url,
    /// The client's price of a piece.
    Price,
    /// The client's pieces.
    Quantity,
    /// The picture's address.
    ImageUrl,
    /// Colour, size and the like.
    Variant,
    /// The client's comment.
    Comment,
    /// The agent's price of a piece.
    AgentPrice,
    /// The agent's pieces.
    AgentQuantity,
    /// The agent's comment.
    AgentComment,
    /// The weight, grams.
    WeightGrams,
    /// The volume, cm³.
    VolumeCm3,
    /// The number of the parcel within China.
    DomesticTrack,
    /// The place in the warehouse; clients are not told.
    Cell,
    /// The country of destination.
    DestinationCountry,
    /// The city of destination.
    DestinationCity,
    /// The kind of the order.
    Type,
    /// By what it is carried.
    DeliveryMethod,
    /// How it is packed.
    Packaging,
    /// How it is insured.
    Insurance,
    /// Shipping from a shop to the warehouse.
    Domestic,
    /// What went back to the balance.
    Refund,
    /// Lines that an import added.
    LinesAdded,
    /// Lines that an import changed.
    LinesUpdated,
}

/// What stood or stands in a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum FieldValue {
    /// Words.
    Text(String),
    /// Money.
    Amount(Money),
    /// A number in the field's own unit.
    Number(i64),
    /// A kind of order.
    Type(OrderType),
}

/// One field before and after; without both, only that it changed is known or may be told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FieldChange {
    /// Which.
    pub field: ChangedField,
    /// What stood there; absent when nothing did.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub before: Option<FieldValue>,
    /// What stands there now; absent when nothing does.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub after: Option<FieldValue>,
}
