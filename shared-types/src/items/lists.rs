//! The items of many orders at once, for programs.

use super::{Item, ItemStatus};
use crate::id::{ClientId, OrderId};
use chrono::{DateTime, Utc};

/// Most orders that a list of items can be limited to.
pub const MAX_LISTED_ORDERS: usize = 200;

/// Filters of the list of items.
#[apply(request)]
#[derive(Default)]
pub struct ItemListQuery {
    /// Only items of these orders: their ids, separated by commas, at most 200.
    pub order_ids: Option<String>,
    /// Filter by status.
    pub status: Option<ItemStatus>,
    /// Only rows that have changed at or after this time.
    pub updated_since: Option<DateTime<Utc>>,
    /// Page size, 1 to 1000. Defaults to 100.
    #[cfg_attr(feature = "openapi", schema(maximum = 1000))]
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// An item with the order that it belongs to.
#[apply(response)]
pub struct ListedItem {
    pub order_id: OrderId,
    pub order_number: String,
    pub client_id: ClientId,
    #[serde(flatten)]
    pub item: Item,
}
