//! Bodies of lines.

use crate::{
    id::{GroupId, ItemId},
    money::{Currency, Money, PriceText},
    orders::Via,
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
    /// Whether the agent's staff left a note on it (agent side only).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub has_note: Option<bool>,
}
