//! The items of many orders at once, for programs.

use super::{Item, ItemStatus};
use crate::id::{ClientId, OrderId};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// Most orders that a list of items can be limited to.
pub const MAX_LISTED_ORDERS: usize = 200;

/// Filters of the list of items.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemListQuery {
    /// Only items of these orders: their ids, separated by commas, at most 200.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order_ids: Option<String>,
    /// Filter by status.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<ItemStatus>,
    /// Only rows that have changed at or after this time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_since: Option<DateTime<Utc>>,
    /// Page size, 1 to 1000. Defaults to 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(maximum = 1000))]
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

/// An item with the order that it belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ListedItem {
    pub order_id: OrderId,
    pub order_number: String,
    pub client_id: ClientId,
    #[serde(flatten)]
    pub item: Item,
}
