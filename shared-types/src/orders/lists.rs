//! Filters of the order lists, and the counts of the filters.

use super::lifecycle::{OrderFilter, OrderSection, OrderSort, OrderStatus};
use crate::{
    id::{ClientId, StaffId},
    page::CappedCount,
};
use chrono::{DateTime, NaiveDate, Utc};

/// Filters of the client's order list.
#[apply(request)]
#[derive(Default)]
pub struct ClientOrderQuery {
    /// Part of the list. All orders if absent.
    pub filter: Option<OrderFilter>,
    /// Text contained in the number, the title or the products.
    pub search: Option<String>,
    /// Filter by status.
    pub status: Option<OrderStatus>,
    /// `true` returns only orders with chat messages of the agent that the caller has not read, of the last 60 days.
    pub unread_chats: Option<bool>,
    /// Only rows that have changed at or after this time, the least recently changed first. A search returns them newest first.
    pub updated_since: Option<DateTime<Utc>>,
    /// Page size, 1 to 200. Defaults to 50.
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// Filters of the agent's order list.
#[apply(request)]
#[derive(Default)]
pub struct AgentOrderQuery {
    /// Only these orders: their ids, separated by commas, at most 200.
    pub order_ids: Option<String>,
    /// Text contained in the number, the title, the products or the client.
    pub search: Option<String>,
    /// Filter by client.
    pub client_id: Option<ClientId>,
    /// Filter by status.
    pub status: Option<OrderStatus>,
    /// `true` for self-buyouts only, `false` for standard orders only.
    pub self_buyout: Option<bool>,
    /// `true` returns only orders with activity of the client that the caller has not seen.
    pub unread: Option<bool>,
    /// `true` returns only orders with chat messages of the client that the caller has not read, of the last 60 days.
    pub unread_chats: Option<bool>,
    /// Only orders created on or after this day, in the caller's time zone.
    pub from: Option<NaiveDate>,
    /// Only orders created on or before this day, in the caller's time zone.
    pub to: Option<NaiveDate>,
    /// Section of the list.
    pub section: Option<OrderSection>,
    /// `true` returns only orders assigned to the caller.
    pub mine: Option<bool>,
    /// `true` returns only unassigned orders.
    pub unassigned: Option<bool>,
    /// Filter by assigned staff member.
    pub assigned_staff_id: Option<StaffId>,
    /// The sort key. Newest first if absent. A search always returns the newest orders first.
    pub sort: Option<OrderSort>,
    /// `true` reverses the sort.
    pub descending: Option<bool>,
    /// Only rows that have changed at or after this time, the least recently changed first. `sort` and a search keep their order.
    pub updated_since: Option<DateTime<Utc>>,
    /// Page size, 1 to 200. Defaults to 50.
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// Capped counts of the client's order list.
#[apply(response)]
#[derive(Default)]
pub struct ClientOrderCounts {
    pub drafts: CappedCount,
    /// Current orders.
    pub current: CappedCount,
    /// Archived orders.
    pub archive: CappedCount,
}

/// Capped counts of the agent's order list.
#[apply(response)]
#[derive(Default)]
pub struct AgentOrderCounts {
    /// All submitted orders.
    pub all: CappedCount,
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
    /// Orders in the section `services`.
    pub services: CappedCount,
    /// Orders in the section `overdue`.
    pub overdue: CappedCount,
}
