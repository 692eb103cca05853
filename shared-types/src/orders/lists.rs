//! What the lists of orders are asked by, and the counts beside them.

use super::lifecycle::{OrderFilter, OrderSection, OrderStatus};
use crate::{id::ClientId, page::CappedCount};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

/// The client's list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClientOrderQuery {
    /// Which part; all when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filter: Option<OrderFilter>,
    /// Text in number, title or products.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// Rows of the page, 1 to 200; 50 when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// `next_cursor` of the page before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

/// The agent's table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AgentOrderQuery {
    /// Text in number, title, products or client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// One client's orders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_id: Option<ClientId>,
    /// One state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<OrderStatus>,
    /// Only self-buyouts (true) or only standard orders (false).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub self_buyout: Option<bool>,
    /// Only orders with something unseen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unread: Option<bool>,
    /// Created on or after this day (UTC).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<NaiveDate>,
    /// Created on or before this day (UTC).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<NaiveDate>,
    /// A special section.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<OrderSection>,
    /// Rows of the page, 1 to 200; 50 when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// `next_cursor` of the page before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

/// Counts beside the client's list, capped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClientOrderCounts {
    /// Drafts.
    pub drafts: CappedCount,
    /// Current orders.
    pub current: CappedCount,
    /// Archived orders.
    pub archive: CappedCount,
}

/// Counts beside the agent's table, capped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AgentOrderCounts {
    /// Orders with something unseen.
    pub unread: CappedCount,
    /// Section `to_price`.
    pub to_price: CappedCount,
    /// Section `to_buy`.
    pub to_buy: CappedCount,
    /// Section `awaited`.
    pub awaited: CappedCount,
    /// Section `warehouse`.
    pub warehouse: CappedCount,
    /// Section `problems`.
    pub problems: CappedCount,
    /// Section `mine`.
    pub mine: CappedCount,
}
