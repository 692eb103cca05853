//! Request and response bodies of order items.

use super::{ItemMove, ItemStatus, LotPrice, capture::*};
use crate::{
    id::{GroupId, ItemId},
    money::{Currency, Money, PriceText},
    orders::Origin,
    translation::ItemTranslation,
};
use chrono::{DateTime, Utc};

/// The shop that sells a product.
#[apply(request)]
#[derive(Default)]
pub struct Shop {
    pub name: String,
    /// URL of the shop.
    pub url: Option<String>,
}

/// A product to add to an order. The extension, the order form and imports use the same type.
#[apply(request)]
pub struct NewItem {
    /// Product title.
    pub title: String,
    /// URL of the product page.
    pub url: String,
    /// Price of one piece, or of `price_per` pieces, in the currency of the shop. 0 is a gift. A price with more decimal places
    /// than the currency has is stored as the price of several pieces: `0.008` yuan as `0.08` for 10.
    pub price: PriceText,
    /// Number of pieces that the price is for. Defaults to 1.
    pub price_per: Option<i64>,
    /// Currency of the price (ISO 4217). Defaults to CNY.
    pub currency: Option<CurrencyCode>,
    /// Number of pieces. Defaults to 1.
    pub quantity: Option<i64>,
    /// The smallest number of pieces that the shop sells. A smaller quantity is accepted and marked.
    pub min_quantity: Option<i64>,
    /// URL of the picture.
    pub image_url: Option<String>,
    /// Marketplace: `1688`, `taobao`, `poizon`, … Defaults to the one that `url` belongs to.
    pub marketplace: Option<String>,
    /// Product id on the marketplace.
    pub external_id: Option<String>,
    /// Selected options, such as colour and size.
    pub variant: Option<String>,
    /// Shop that sells the product.
    pub shop: Option<Shop>,
    /// The client's comment on the item.
    pub comment: Option<String>,
    /// Whether the price could not be read reliably from the product page and should be checked.
    pub price_uncertain: Option<bool>,
    /// Selected options one by one, at most 6. `variant` contains them as text.
    pub options: Option<Vec<ItemOption>>,
    /// Id of the selected variant on the marketplace.
    pub sku_id: Option<String>,
    /// URLs of pictures, the main one first, at most 20.
    pub images: Option<Vec<String>>,
    /// Weight of one piece as the shop states it, in grams.
    pub weight_grams: Option<i64>,
    /// Size of one piece as the shop states it, in millimetres.
    pub size_mm: Option<UnitSize>,
    /// Where the price was found.
    pub price_source: Option<PriceSource>,
    /// Fields that could not be read reliably and were not changed by the person.
    pub uncertain: Option<Vec<UncertainField>>,
    /// Fields that the person wrote instead of the ones that the extension read. Staff see their share by shop.
    pub corrected: Option<Vec<CorrectedField>>,
}

impl NewItem {
    /// An item with the required fields only.
    pub fn new(title: String, url: String, price: PriceText) -> Self {
        Self {
            title,
            url,
            price,
            price_per: None,
            currency: None,
            quantity: None,
            min_quantity: None,
            image_url: None,
            marketplace: None,
            external_id: None,
            variant: None,
            shop: None,
            comment: None,
            price_uncertain: None,
            options: None,
            sku_id: None,
            images: None,
            weight_grams: None,
            size_mm: None,
            price_source: None,
            uncertain: None,
            corrected: None,
        }
    }
}

/// Changes to an item. Absent fields stay unchanged; an empty string clears a field that may be empty.
#[apply(request)]
#[derive(Default)]
pub struct ItemChange {
    /// Product title.
    pub title: Option<String>,
    /// URL of the product page.
    pub url: Option<String>,
    /// Price of one piece, or of `price_per` pieces. Clears `price_uncertain` and the source of the price.
    pub price: Option<PriceText>,
    /// Number of pieces that the price is for. Requires a price; with one it defaults to 1.
    pub price_per: Option<i64>,
    /// Currency of the price.
    pub currency: Option<Currency>,
    /// Number of pieces.
    pub quantity: Option<i64>,
    /// URL of the picture.
    pub image_url: Option<String>,
    /// Selected options, such as colour and size. Clears `options` and `sku_id`, which describe the former selection.
    pub variant: Option<String>,
    /// The client's comment on the item.
    pub comment: Option<String>,
}

const fn one() -> i32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_one(number: &i32) -> bool {
    *number == 1
}

impl Item {
    /// The price that applies, and how many pieces it is for: the agent's, or else the client's.
    pub fn lot_price(&self) -> Option<LotPrice> {
        let agents = self.agent_price.map(|price| (price, self.agent_price_per));
        let (price, per) = agents.or(self.price.map(|price| (price, self.price_per)))?;
        Some(LotPrice { price, per })
    }

    /// The quantity that applies: the agent's, or else the client's.
    pub fn pieces(&self) -> i32 {
        self.agent_quantity.unwrap_or(self.quantity)
    }
}

/// An item of an order.
#[apply(response)]
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
    pub marketplace: Option<String>,
    /// Product id on the marketplace.
    pub external_id: Option<String>,
    /// Selected options, such as colour and size.
    pub variant: Option<String>,
    /// The texts in the caller's language, translated by a machine. Absent if none is translated.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub translation: Option<ItemTranslation>,
    /// URL of the picture.
    pub image_url: Option<String>,
    /// Selected options one by one.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub options: Vec<ItemOption>,
    /// Id of the selected variant on the marketplace.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub sku_id: Option<String>,
    /// URLs of further pictures.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub images: Vec<String>,
    /// Weight of one piece as the shop states it, in grams.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub unit_weight_grams: Option<i64>,
    /// Size of one piece as the shop states it, in millimetres.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub unit_size_mm: Option<UnitSize>,
    /// Where the price was found. Absent if it is unknown or the caller may not see prices.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub price_source: Option<PriceSource>,
    /// Fields that could not be read reliably from the product page and should be checked.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub uncertain: Vec<UncertainField>,
    /// Time of the screenshot of the product page. Absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub proof_at: Option<DateTime<Utc>>,
    /// Price of one piece, or of `price_per` pieces, in the currency of the shop. Absent if the caller may not see prices.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub price: Option<Money>,
    /// Number of pieces that the price is for. 1 if absent.
    #[serde(skip_serializing_if = "is_one", default = "one")]
    pub price_per: i32,
    /// Price × quantity: the agent's if set, else the client's, rounded once, half to even. Absent if the caller may not see prices.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub total: Option<Money>,
    /// Whether the price could not be read reliably from the product page and should be checked.
    pub price_uncertain: bool,
    /// Number of pieces.
    pub quantity: i32,
    /// The smallest number of pieces that the shop sells. Absent if unknown.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub min_quantity: Option<i32>,
    /// The client's comment on the item.
    pub comment: String,
    /// Price of one piece set by the agent, or of `agent_price_per` pieces. Takes precedence over the client's.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub agent_price: Option<Money>,
    /// Number of pieces that the agent's price is for. 1 if absent.
    #[serde(skip_serializing_if = "is_one", default = "one")]
    pub agent_price_per: i32,
    /// Number of pieces set by the agent. Takes precedence over the client's.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub agent_quantity: Option<i32>,
    /// The agent's comment for the client.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub agent_comment: Option<String>,
    /// Price actually paid to the shop, for as many pieces as the price that applies. Agent side only.
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
    /// Number of pieces that were refunded.
    #[serde(default)]
    pub refunded_quantity: i32,
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
#[apply(response)]
pub struct ItemGroup {
    pub id: GroupId,
    /// Name of the shop. Empty if unknown.
    pub shop_name: String,
    pub shop_url: Option<String>,
    pub marketplace: Option<String>,
    /// Cost of shipping from the shop to the warehouse, in the currency of the order.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub domestic: Option<Money>,
    /// Whether staff left a note on it. Agent side only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub has_note: Option<bool>,
}
