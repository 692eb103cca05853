//! Items that are to be bought over all orders, and tracks of purchases.

use super::{Item, ItemStatus};
use crate::{
    id::{ClientId, ItemId, OrderId},
    money::Money,
};

/// Most items of the board.
pub const BOARD_ITEMS: u64 = 2000;
/// Most tracks that one request stores.
pub const TRACK_LINES: usize = 100;

/// Filter of the board.
#[apply(request)]
#[derive(Default)]
pub struct BoardQuery {
    /// Part of the name of the shop or of its marketplace.
    pub shop: Option<String>,
}

/// An item that is to be bought.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct ItemToBuy {
    pub order_id: OrderId,
    pub order_number: String,
    pub client_id: ClientId,
    /// Code of the client, by which staff know it.
    pub client_code: String,
    /// The shop, the same text for the same shop of all orders.
    pub shop_key: String,
    pub shop_name: String,
    /// URL of the shop on its marketplace.
    pub shop_url: Option<String>,
    /// Shipping within China that the client pays for all items of the order from this shop.
    pub domestic: Option<Money>,
    pub item: Item,
}

/// The items that are to be bought, over all orders.
#[apply(response)]
pub struct PurchasingBoard {
    /// The items, sorted by shop, product and variant.
    pub items: Vec<ItemToBuy>,
    /// Whether there are more items than the board has. It has the items of the oldest orders.
    pub is_cut: bool,
}

/// The track of all items of one purchase on a marketplace.
#[apply(request)]
pub struct PurchaseTrack {
    /// Number of the purchase on the marketplace.
    pub marketplace_order_number: String,
    /// Track: the tracking number within China.
    pub domestic_track: String,
}

/// Tracks of purchases, of any number of orders.
#[apply(request)]
pub struct PurchaseTracks {
    /// 1 to 100 purchases, each once.
    pub tracks: Vec<PurchaseTrack>,
}

closed_set! {
    /// The change that a pasted line makes to the items of its purchase.
    pub enum TrackEffect {
        /// The items are marked as sent, with the track.
        Send = "send",
        /// The items are already on their way with this track, or have arrived.
        Nothing = "nothing",
        /// The items are already on their way with another track, which stays.
        OtherTrack = "other_track",
        /// No bought item has the number.
        Unknown = "unknown",
        /// The number appears more than once.
        Repeated = "repeated",
    }
}

/// An item that a track is for.
#[apply(response)]
pub struct TrackedItem {
    /// Id of the item.
    pub id: ItemId,
    pub order_id: OrderId,
    pub order_number: String,
    pub title: String,
    /// Status of the item.
    pub status: ItemStatus,
}

/// The effect of the track of one purchase.
#[apply(response)]
pub struct TrackResult {
    pub marketplace_order_number: String,
    pub domestic_track: String,
    pub effect: TrackEffect,
    /// The items of the purchase.
    pub items: Vec<TrackedItem>,
}

/// Reads pasted lines: the number of a purchase and its track, with spaces, tabs, commas or semicolons between them. The first column
/// is the number, the last one the track. Returns the tracks, and the lines that are not of this form.
pub fn read_track_lines(text: &str) -> (Vec<PurchaseTrack>, Vec<String>) {
    let (mut tracks, mut unread) = (Vec::new(), Vec::new());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let cells: Vec<&str> = line
            .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '，' | '；'))
            .filter(|cell| !cell.is_empty())
            .collect();
        match cells.as_slice() {
            [number, .., track] => tracks.push(PurchaseTrack {
                marketplace_order_number: (*number).to_owned(),
                domestic_track: (*track).to_owned(),
            }),
            _ => unread.push(line.to_owned()),
        }
    }
    (tracks, unread)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pasted_lines_have_a_number_and_a_track() {
        let text =
            "2847500113\tSF1523456789\r\n\n 2847500114；YT88012 \n2847500115, 圆通, YT88013\nно трека\n2847500116";
        let (tracks, unread) = read_track_lines(text);
        let read: Vec<(&str, &str)> = tracks
            .iter()
            .map(|track| (&*track.marketplace_order_number, &*track.domestic_track))
            .collect();
        assert_eq!(
            read,
            [
                ("2847500113", "SF1523456789"),
                ("2847500114", "YT88012"),
                ("2847500115", "YT88013"),
                ("но", "трека"),
            ]
        );
        assert_eq!(unread, ["2847500116"]);
    }
}
