//! Exports of marketplaces: tracks of known purchases, and purchases that are not known yet.

use super::{TrackResult, limits};
use crate::{
    id::{ItemId, OrderId},
    money::Money,
};

closed_set! {
    /// Why a row of an export or a list has no track that can be stored.
    pub enum ExportFault {
        /// The row has a track without a number of a purchase or shipment.
        NoNumber = "no_number",
        /// The row has no track yet.
        NoTrack = "no_track",
        /// The row has several tracks.
        SeveralTracks = "several_tracks",
        /// A program has rounded the number or the track.
        DigitsLost = "digits_lost",
        /// The number or the track is too long.
        TooLong = "too_long",
    }
}

/// A row of an export that has no track to store.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct SkippedExportRow {
    /// Number of the row in the sheet.
    pub row: u32,
    /// Number of the purchase on the marketplace, as the file has it.
    pub marketplace_order_number: Option<String>,
    /// Title of the goods, as the file has it.
    pub title: Option<String>,
    pub fault: ExportFault,
}

closed_set! {
    /// How the goods of a row of an export fit the items to buy.
    pub enum GoodsMatch {
        /// The row is for all pieces of these items, and no other item or row fits.
        Fits = "fits",
        /// The row has no id and no link of its product.
        NoProduct = "no_product",
        /// No item to buy is of this product.
        NotToBuy = "not_to_buy",
        /// The items to buy of this product have other options.
        OtherVariant = "other_variant",
        /// The items have another number of pieces, or the row has none.
        OtherQuantity = "other_quantity",
        /// Several items fit and not all are meant, or another row is for the same item.
        Ambiguous = "ambiguous",
    }
}

/// An item that the goods of a row are for.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct MatchedItem {
    /// Id of the item.
    pub id: ItemId,
    pub order_id: OrderId,
    pub order_number: String,
    pub title: String,
    /// Number of pieces that are to be bought.
    pub quantity: i32,
    /// Price that the shop was paid, for as many pieces as the price that applies to the item. Absent if the file has none, the item
    /// is in another currency, or the caller may not see prices.
    pub price: Option<Money>,
}

/// The goods of a row of an export.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct ExportGoods {
    /// Number of the row in the sheet.
    pub row: u32,
    /// Title of the goods, as the file has it.
    pub title: Option<String>,
    /// Number of pieces, as the file has it.
    pub quantity: Option<i32>,
    pub fit: GoodsMatch,
    /// The items that fit.
    pub items: Vec<MatchedItem>,
}

/// A purchase of an export that no bought item has the number of.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct ExportPurchase {
    /// Number of the purchase on the marketplace.
    pub marketplace_order_number: String,
    /// Track: the tracking number within China. Absent if the purchase has none yet, or several.
    pub domestic_track: Option<String>,
    /// Whether the file says that it is unpaid, closed or refunded.
    pub is_unpaid: bool,
    /// Sum that the seller was paid, with freight. Absent if the file has none, or the caller may not see prices.
    pub total: Option<Money>,
    /// The part of the sum that is freight within China.
    pub freight: Option<Money>,
    /// Its goods, one for each row.
    pub goods: Vec<ExportGoods>,
}

impl ExportPurchase {
    /// Whether it can be recorded as bought: it is paid, and all of its goods fit.
    pub fn is_buyable(&self) -> bool {
        let fits = self.goods.iter().all(|goods| goods.fit == GoodsMatch::Fits);
        let items = self.goods.iter().map(|goods| goods.items.len()).sum::<usize>();
        !self.is_unpaid && fits && (1..=limits::MOVED).contains(&items)
    }
}

/// A known purchase whose sum in an export is not the one that was recorded.
#[apply(response)]
pub struct PaidDifference {
    /// Number of the purchase on the marketplace.
    pub marketplace_order_number: String,
    /// Sum that the seller was paid by the file.
    pub paid: Money,
    /// Sum that was recorded, over all orders.
    pub recorded: Money,
}

/// The purchases of an export of a marketplace, and what they would do.
#[apply(response)]
pub struct PurchaseExport {
    /// One result for each purchase with a track. Purchases of the list `purchases` are left out.
    pub results: Vec<TrackResult>,
    /// The purchases that are not known, if the file has the ids or links of products.
    pub purchases: Vec<ExportPurchase>,
    /// The known purchases with another sum. Empty if the caller may not see prices.
    pub differences: Vec<PaidDifference>,
    /// The other rows, in the order of the sheet.
    pub skipped: Vec<SkippedExportRow>,
}
