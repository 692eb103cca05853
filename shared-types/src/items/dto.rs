//! Bodies of lines.

use super::ItemMove;
use crate::{
    id::{GroupId, ItemId, OrderId},
    money::{Currency, Money, PriceText},
    orders::{OrderStatus, Via},
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// Where a line is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[expect(missing_docs, reason = "the names are those of the design")]
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
    /// Every state.
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

    /// The state of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == name)
    }
}

/// The shop that sells a product.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Shop {
    /// Its name.
    pub name: String,
    /// Its page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// A product for an order: from the extension, the form or an import alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewItem {
    /// The product's title.
    pub title: String,
    /// The product's page.
    pub url: String,
    /// The price of one piece, in the shop's currency.
    pub price: PriceText,
    /// The shop's currency; CNY when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    /// Pieces; 1 when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quantity: Option<i64>,
    /// The picture's address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image_url: Option<String>,
    /// Which marketplace: `1688`, `taobao`, `poizon`, …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marketplace: Option<String>,
    /// The product's id there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub external_id: Option<String>,
    /// The chosen options: colour, size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The shop that sells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shop: Option<Shop>,
    /// The client's wish about this product.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// The page's price could not be vouched for: check it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_uncertain: Option<bool>,
}

/// Changes to a line; absent fields stay, an empty text clears what may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemChange {
    /// The product's title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The product's page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The price of one piece; clears the "check the price" mark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<PriceText>,
    /// The currency of the price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    /// Pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quantity: Option<i64>,
    /// The picture's address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image_url: Option<String>,
    /// The chosen options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The client's wish.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// A line of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Item {
    /// Its id.
    pub id: ItemId,
    /// The shop's group it stands in.
    pub group_id: GroupId,
    /// Where it is in its life.
    pub status: ItemStatus,
    /// The product's title.
    pub title: String,
    /// The product's page.
    pub url: String,
    /// Which marketplace.
    pub marketplace: Option<String>,
    /// The product's id there.
    pub external_id: Option<String>,
    /// The chosen options.
    pub variant: Option<String>,
    /// The picture's address.
    pub image_url: Option<String>,
    /// The price of one piece, in the shop's currency; absent without the right to see prices.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub price: Option<Money>,
    /// Price × pieces.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub total: Option<Money>,
    /// The page's price could not be vouched for: check it.
    pub price_uncertain: bool,
    /// Pieces.
    pub quantity: i32,
    /// The client's wish about this product.
    pub comment: String,
    /// The agent's price of one piece, beside the client's.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub agent_price: Option<Money>,
    /// The agent's number of pieces, beside the client's.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub agent_quantity: Option<i32>,
    /// What the agent says about it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub agent_comment: Option<String>,
    /// What one piece cost in the shop (agent side only).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub agent_bought: Option<Money>,
    /// Why it is refused.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub refuse_reason: Option<String>,
    /// What is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub problem_reason: Option<String>,
    /// The marketplace's number of the purchase (agent side only).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub marketplace_order_number: Option<String>,
    /// The track to the warehouse.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub domestic_track: Option<String>,
    /// The cell of the warehouse (agent side only).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cell: Option<String>,
    /// Pieces counted at the warehouse.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub counted_quantity: Option<i32>,
    /// Weight of all pieces, grams.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub weight_grams: Option<i64>,
    /// Volume of all pieces, cm³.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub volume_cm3: Option<i64>,
    /// The moves this side can make now.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub moves: Vec<ItemMove>,
    /// How it came.
    pub source: Via,
    /// Send it back as `If-Match`.
    pub version: i64,
    /// When it was added.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
    /// Whether the agent's staff left a note on it (agent side only).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub has_note: Option<bool>,
}

/// The goods of one shop inside an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemGroup {
    /// Its id.
    pub id: GroupId,
    /// The shop's name; empty where unknown.
    pub shop_name: String,
    /// The shop's page.
    pub shop_url: Option<String>,
    /// Which marketplace.
    pub marketplace: Option<String>,
    /// Shipping from the shop to the warehouse, in the order's currency.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub domestic: Option<Money>,
    /// Whether the agent's staff left a note on it (agent side only).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub has_note: Option<bool>,
}

/// What staff change about a line; absent fields stay.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AgentItemChange {
    /// The agent's price of one piece, in the order's currency; an empty text goes back to the client's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<PriceText>,
    /// The agent's number of pieces; 0 goes back to the client's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quantity: Option<i64>,
    /// What to tell the client; an empty text clears.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Weight of all pieces, grams; 0 clears.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight_grams: Option<i64>,
    /// Volume of all pieces, cm³; 0 clears.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub volume_cm3: Option<i64>,
    /// The track to the warehouse; an empty text clears.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domestic_track: Option<String>,
    /// The cell of the warehouse; an empty text clears.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<String>,
}

/// One move of many lines, of one order or several: all of them or none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemMoves {
    /// The move.
    pub step: ItemMove,
    /// The lines, 1 to 500.
    pub items: Vec<ItemId>,
    /// Why: needed to refuse, to report and to return.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The marketplace's number of the purchase, for `buy`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marketplace_order_number: Option<String>,
    /// What one piece cost in the shop, in the line's currency, for `buy`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<PriceText>,
    /// The track to the warehouse, for `send`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domestic_track: Option<String>,
    /// The cell of the warehouse, for `receive`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<String>,
    /// Pieces counted, for `receive` and `resolve` of one line; as many as expected when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted_quantity: Option<i64>,
}

/// Where a line and its order are now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MovedItem {
    /// The line.
    pub id: ItemId,
    /// Where it is.
    pub status: ItemStatus,
    /// Its order.
    pub order_id: OrderId,
    /// Where that is.
    pub order_status: OrderStatus,
}

/// The track of a self-buyout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Track {
    /// The track to the warehouse.
    pub domestic_track: String,
}

/// How many pieces go to a line of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Split {
    /// Pieces of the new line.
    pub quantity: i64,
}

/// Lines that become one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Merge {
    /// The lines, at least two; the first stays.
    pub items: Vec<ItemId>,
}
