//! Field changes recorded in an order's history.

use super::lifecycle::OrderType;
use crate::money::Money;

/// A field that was changed.
#[apply(response)]
#[derive(Copy, Hash)]
#[serde(rename_all = "snake_case")]
pub enum ChangedField {
    /// Title of an item or of the order.
    Title,
    /// URL of the product page.
    Url,
    /// The client's price of one piece, or of `price_per` pieces.
    Price,
    /// Number of pieces that the client's price is for.
    PricePer,
    /// The client's quantity.
    Quantity,
    /// URL of the picture.
    ImageUrl,
    /// Variant: colour, size and other options.
    Variant,
    /// The client's comment.
    Comment,
    /// The agent's price of one piece, or of `agent_price_per` pieces.
    AgentPrice,
    /// Number of pieces that the agent's price is for.
    AgentPricePer,
    /// The agent's quantity.
    AgentQuantity,
    /// The agent's comment.
    AgentComment,
    WeightGrams,
    /// Volume, in cm³.
    VolumeCm3,
    /// Track: the tracking number within China.
    DomesticTrack,
    /// Warehouse cell. Its values are hidden from clients.
    Cell,
    DestinationCountry,
    DestinationCity,
    /// Name of the recipient.
    Recipient,
    /// Type of the order.
    Type,
    DeliveryMethod,
    /// Packaging option.
    Packaging,
    /// Insurance option.
    Insurance,
    /// Cost of shipping from a shop to the warehouse.
    Domestic,
    /// Refunded amount.
    Refund,
    /// Number of refunded pieces.
    RefundedQuantity,
    /// Deposit that is reserved on the balance.
    Deposit,
    /// Number of items added by an import.
    LinesAdded,
    /// Number of items changed by an import.
    LinesUpdated,
    /// Selected options one by one, as text.
    Options,
    /// Id of the selected variant on the marketplace.
    SkuId,
    /// Number of pictures.
    Images,
    /// Weight of one piece as the shop states it, in grams.
    UnitWeightGrams,
    /// Size of one piece as the shop states it, in millimetres, as text.
    UnitSizeMm,
    /// The smallest number of pieces that the shop sells.
    MinQuantity,
    /// Screenshot of the product page.
    Proof,
    /// Name of the assigned staff member. Hidden from clients.
    Assignee,
}

#[apply(response)]
#[serde(rename_all = "snake_case")]
pub enum FieldValue {
    Text(String),
    /// Amount of money.
    Amount(Money),
    /// Number in the unit of the field.
    Number(i64),
    /// Type of order.
    Type(OrderType),
}

/// The change of one field. Without both values, only the fact of the change is known or visible to the caller.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct FieldChange {
    pub field: ChangedField,
    /// Previous value. Absent if the field was empty.
    pub before: Option<FieldValue>,
    /// New value. Absent if the field is empty.
    pub after: Option<FieldValue>,
}
