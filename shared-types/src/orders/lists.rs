//! Filters of the order lists, and the counts of the filters.

use super::lifecycle::{OrderFilter, OrderSection, OrderSort, OrderStatus};
use crate::{
    id::{ClientId, StaffId},
    page::CappedCount,
};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

/// Filters of the client's order list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClientOrderQuery {
    /// Part of the list. All orders if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filter: Option<OrderFilter>,
    /// Text contained in the number, the title or the products.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// Only rows that have changed at or after this time, the least recently changed first. A search returns them newest first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_since: Option<DateTime<Utc>>,
    /// Page size, 1 to 200. Defaults to 50.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

/// Filters of the agent's order list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AgentOrderQuery {
    /// Text contained in the number, the title, the products or the client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// Filter by client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_id: Option<ClientId>,
    /// Filter by status.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<OrderStatus>,
    /// `true` for self-buyouts only, `false` for standard orders only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub self_buyout: Option<bool>,
    /// `true` returns only orders with activity of the client that the caller has not seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unread: Option<bool>,
    /// `true` returns only orders with chat messages of the client that the caller has not read, of the last 60 days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unread_chats: Option<bool>,
    /// Only orders created on or after this day, in the caller's time zone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<NaiveDate>,
    /// Only orders created on or before this day, in the caller's time zone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<NaiveDate>,
    /// Section of the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<OrderSection>,
    /// `true` returns only orders assigned to the caller.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mine: Option<bool>,
    /// `true` returns only unassigned orders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unassigned: Option<bool>,
    /// Filter by assigned staff member.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assigned_staff_id: Option<StaffId>,
    /// The sort key. Newest first if absent. A search always returns the newest orders first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sort: Option<OrderSort>,
    /// `true` reverses the sort.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub descending: Option<bool>,
    /// Only rows that have changed at or after this time, the least recently changed first. `sort` and a search keep their order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_since: Option<DateTime<Utc>>,
    /// Page size, 1 to 200. Defaults to 50.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

/// Capped counts of the client's order list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClientOrderCounts {
    pub drafts: CappedCount,
    /// Current orders.
    pub current: CappedCount,
    /// Archived orders.
    pub archive: CappedCount,
}

/// Capped counts of the agent's order list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AgentOrderCounts {
    /// Orders with activity of the client that the caller has not seen.
    pub unread: CappedCount,
    /// Orders in the section `to_price`.
    pub to_price: CappedCount,
    /// Orders in the section `to_buy`.
    pub to_buy: CappedCount,
    /// Orders in the section `awaited`.
    pub awaited: CappedCount,
    /// Orders in the section `warehouse`.
    pub warehouse: CappedCount,
    /// Orders in the section `problems`.
    pub problems: CappedCount,
    /// Orders in the section `mine`.
    pub mine: CappedCount,
}
