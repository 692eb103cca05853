//! Request and response bodies of order items.

use super::ItemMove;
use crate::{
    id::{GroupId, ItemId, OrderId},
    money::{Currency, Money, PriceText},
    orders::{OrderStatus, Origin},
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// The status of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[expect(missing_docs, reason = "the variants are the statuses of the specification")]
pub enum ItemStatus {
    New,
    Approved,
    Refused,
    Bought,
    Sent,
    AtWarehouse,
    Packed,
    Shipped,
    Accepted,
    Problem,
    Returned,
    Refunded,
}

impl ItemStatus {
    /// All statuses.
    pub const ALL: [Self; 12] = [
        Self::New,
        Self::Approved,
        Self::Refused,
        Self::Bought,
        Self::Sent,
        Self::AtWarehouse,
        Self::Packed,
        Self::Shipped,
        Self::Accepted,
        Self::Problem,
        Self::Returned,
        Self::Refunded,
    ];

    /// The name in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Approved => "approved",
            Self::Refused => "refused",
            Self::Bought => "bought",
            Self::Sent => "sent",
            Self::AtWarehouse => "at_warehouse",
            Self::Packed => "packed",
            Self::Shipped => "shipped",
            Self::Accepted => "accepted",
            Self::Problem => "problem",
            Self::Returned => "returned",
            Self::Refunded => "refunded",
        }
    }

    /// Returns the status with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == name)
    }
}

/// The shop that sells a product.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Shop {
    pub name: String,
    /// URL of the shop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// A product to add to an order. The extension, the order form and imports use the same type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewItem {
    /// Product title.
    pub title: String,
    /// URL of the product page.
    pub url: String,
    /// Price of one piece, in the currency of the shop.
    pub price: PriceText,
    /// Currency of the price. Defaults to CNY.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    /// Number of pieces. Defaults to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quantity: Option<i64>,
    /// URL of the picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image_url: Option<String>,
    /// Marketplace: `1688`, `taobao`, `poizon`, …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marketplace: Option<String>,
    /// Product id on the marketplace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub external_id: Option<String>,
    /// Selected options, such as colour and size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// Shop that sells the product.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shop: Option<Shop>,
    /// The client's comment on the item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Whether the price could not be read reliably from the product page and should be checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_uncertain: Option<bool>,
}

/// Changes to an item. Absent fields stay unchanged; an empty string clears a field that may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemChange {
    /// Product title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// URL of the product page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Price of one piece. Clears `price_uncertain`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<PriceText>,
    /// Currency of the price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    /// Number of pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quantity: Option<i64>,
    /// URL of the picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image_url: Option<String>,
    /// Selected options, such as colour and size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The client's comment on the item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// An item of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Item {
    pub id: ItemId,
    /// Group of the shop.
    pub group_id: GroupId,
    /// Current status.
    pub status: ItemStatus,
    /// Product title.
    pub title: String,
    /// URL of the product page.
    pub url: String,
    /// Marketplace.
    pub marketplace: Option<String>,
    /// Product id on the marketplace.
    pub external_id: Option<String>,
    /// Selected options, such as colour and size.
    pub variant: Option<String>,
    /// URL of the picture.
    pub image_url: Option<String>,
    /// Price of one piece, in the currency of the shop. Absent if the caller may not see prices.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub price: Option<Money>,
    /// Price × quantity: the agent's if set, else the client's. Absent if the caller may not see prices.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub total: Option<Money>,
    /// Whether the price could not be read reliably from the product page and should be checked.
    pub price_uncertain: bool,
    /// Number of pieces.
    pub quantity: i32,
    /// The client's comment on the item.
    pub comment: String,
    /// Price of one piece set by the agent. Takes precedence over the client's.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub agent_price: Option<Money>,
    /// Number of pieces set by the agent. Takes precedence over the client's.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub agent_quantity: Option<i32>,
    /// The agent's comment for the client.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub agent_comment: Option<String>,
    /// Price actually paid to the shop for one piece. Agent side only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub agent_bought: Option<Money>,
    /// Reason of the refusal.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub refuse_reason: Option<String>,
    /// Description of the problem.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub problem_reason: Option<String>,
    /// Number of the purchase on the marketplace. Agent side only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub marketplace_order_number: Option<String>,
    /// Track: the tracking number within China, to the warehouse.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub domestic_track: Option<String>,
    /// Name of the warehouse cell. Agent side only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cell: Option<String>,
    /// Number of pieces counted at the warehouse.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub counted_quantity: Option<i32>,
    /// Total weight of all pieces, in grams.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub weight_grams: Option<i64>,
    /// Total volume of all pieces, in cm³.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub volume_cm3: Option<i64>,
    /// Moves that the caller's side may make now.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub moves: Vec<ItemMove>,
    /// How the item was added.
    pub source: Origin,
    /// Version of the record. Send it back in `If-Match`.
    pub version: i64,
    /// Creation time.
    pub created_at: DateTime<Utc>,
    /// Time of the last change.
    pub updated_at: DateTime<Utc>,
    /// Whether staff left a note on it. Agent side only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub has_note: Option<bool>,
}

/// The items of an order from one shop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemGroup {
    pub id: GroupId,
    /// Name of the shop. Empty if unknown.
    pub shop_name: String,
    /// URL of the shop.
    pub shop_url: Option<String>,
    /// Marketplace.
    pub marketplace: Option<String>,
    /// Cost of shipping from the shop to the warehouse, in the currency of the order.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub domestic: Option<Money>,
    /// Whether staff left a note on it. Agent side only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub has_note: Option<bool>,
}

/// Changes by staff to an item. Absent fields stay unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AgentItemChange {
    /// Price of one piece set by the agent, in the currency of the order. An empty string restores the client's price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<PriceText>,
    /// Number of pieces set by the agent. 0 restores the client's quantity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quantity: Option<i64>,
    /// Comment for the client. An empty string clears it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Total weight of all pieces, in grams. 0 clears it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight_grams: Option<i64>,
    /// Total volume of all pieces, in cm³. 0 clears it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub volume_cm3: Option<i64>,
    /// Track: the tracking number within China. An empty string clears it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domestic_track: Option<String>,
    /// Name of the warehouse cell. An empty string clears it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<String>,
}

/// A move of several items, of one order or several. Either all items are moved or none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemMoves {
    /// Move to make.
    pub step: ItemMove,
    /// Ids of the items, 1 to 500.
    pub items: Vec<ItemId>,
    /// Reason. Required to refuse, to report and to return.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Number of the purchase on the marketplace, for `buy`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marketplace_order_number: Option<String>,
    /// Price paid to the shop for one piece, in the currency of the item, for `buy`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<PriceText>,
    /// Track: the tracking number within China, for `send`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domestic_track: Option<String>,
    /// Name of the warehouse cell, for `receive`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<String>,
    /// Number of pieces counted, for `receive` and `resolve` of one item. Defaults to the expected number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted_quantity: Option<i64>,
}

/// The new status of an item and of its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MovedItem {
    /// Id of the item.
    pub id: ItemId,
    /// Status of the item.
    pub status: ItemStatus,
    /// Id of the order.
    pub order_id: OrderId,
    /// Status of the order.
    pub order_status: OrderStatus,
}

/// The track of a self-buyout item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Track {
    /// Tracking number within China.
    pub domestic_track: String,
}

/// Splits an item into two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemSplit {
    /// Number of pieces to move to the new item.
    pub quantity: i64,
}

/// Merges several items into one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemMerge {
    /// Ids of the items, at least two. The first one stays.
    pub items: Vec<ItemId>,
}
