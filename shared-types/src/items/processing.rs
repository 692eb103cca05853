//! Request and response bodies of the processing of items after their order is submitted.

use super::{ItemMove, ItemStatus};
use crate::{
    id::{ItemId, OrderId},
    money::PriceText,
    orders::OrderStatus,
    purchasing::SellerPayment,
};

/// Changes by staff to an item. Absent fields stay unchanged.
#[apply(request)]
#[derive(Default)]
pub struct AgentItemChange {
    /// Price of one piece set by the agent, or of `price_per` pieces, in the currency of the order. 0 is a gift. An empty string
    /// restores the client's price.
    pub price: Option<PriceText>,
    /// Number of pieces that the price is for. Requires a price; with one it defaults to 1.
    pub price_per: Option<i64>,
    /// Number of pieces set by the agent. 0 restores the client's quantity.
    pub quantity: Option<i64>,
    /// Comment for the client. An empty string clears it.
    pub comment: Option<String>,
    /// Total weight of all pieces, in grams. 0 clears it.
    pub weight_grams: Option<i64>,
    /// Total volume of all pieces, in cm³. 0 clears it.
    pub volume_cm3: Option<i64>,
    /// Track: the tracking number within China. An empty string clears it.
    pub domestic_track: Option<String>,
    /// Name of the warehouse cell. An empty string clears it.
    pub cell: Option<String>,
}

/// The price that was paid to the shop for an item.
#[apply(request)]
pub struct ItemPrice {
    /// Id of the item.
    pub item: ItemId,
    /// Price of as many pieces as the price that applies to the item, in its currency.
    pub price: PriceText,
}

/// A move of several items, of one order or several. Either all items are moved or none.
#[apply(request)]
pub struct ItemMoves {
    /// Move to make.
    pub step: ItemMove,
    /// Ids of the items, 1 to 500.
    pub items: Vec<ItemId>,
    /// Reason. Required to refuse, to report and to return.
    pub reason: Option<String>,
    /// Number of the purchase on the marketplace, for `buy`.
    pub marketplace_order_number: Option<String>,
    /// Price paid to the shop, for as many pieces as the price that applies to the item, in its currency, for `buy`.
    pub price: Option<PriceText>,
    /// Prices of single items, each instead of `price`, for `buy`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prices: Vec<ItemPrice>,
    /// Purchasing account that the seller was paid from, and the sum of all items, for `buy`. Also requires the right to change
    /// prices.
    pub purchase: Option<SellerPayment>,
    /// Track: the tracking number within China, for `send`.
    pub domestic_track: Option<String>,
    /// Name of the warehouse cell, for `receive`.
    pub cell: Option<String>,
    /// Number of pieces counted, for `receive` and `resolve` of one item. Defaults to the expected number. To receive the rest of
    /// a short delivery, the number that came now.
    pub counted_quantity: Option<i64>,
    /// Whether the pieces that are missing at a `receive` arrive later. They become an item of their own, which stays awaited;
    /// otherwise the item becomes a problem.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rest_later: bool,
}

impl ItemMoves {
    /// A move without details.
    pub fn new(step: ItemMove, items: Vec<ItemId>) -> Self {
        Self {
            step,
            items,
            reason: None,
            marketplace_order_number: None,
            price: None,
            prices: Vec::new(),
            purchase: None,
            domestic_track: None,
            cell: None,
            counted_quantity: None,
            rest_later: false,
        }
    }
}

/// The new status of an item and of its order.
#[apply(response)]
#[derive(Copy)]
pub struct MovedItem {
    /// Id of the item.
    pub id: ItemId,
    /// Status of the item.
    pub status: ItemStatus,
    pub order_id: OrderId,
    pub order_status: OrderStatus,
}

/// The track of a self-buyout item.
#[apply(request)]
pub struct Track {
    /// Tracking number within China.
    pub domestic_track: String,
}

/// Splits an item into two.
#[apply(request)]
#[derive(Copy)]
pub struct ItemSplit {
    /// Number of pieces to move to the new item.
    pub quantity: i64,
}

/// Merges several items into one.
#[apply(request)]
pub struct ItemMerge {
    /// Ids of the items, at least two. The first one stays.
    pub items: Vec<ItemId>,
}
