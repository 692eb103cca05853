//! Bodies of orders.

use super::lifecycle::{OrderMove, OrderStatus, OrderType};
use crate::{
    id::{ClientId, OrderId, StaffId},
    items::{Item, ItemGroup},
    money::{Currency, Money},
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A row of the order lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OrderSummary {
    /// Its id.
    pub id: OrderId,
    /// The number people name it by: client code and sequence.
    pub number: String,
    /// Its kind.
    #[serde(rename = "type")]
    pub order_type: OrderType,
    /// Where it is in its life.
    pub status: OrderStatus,
    /// The client's title; may be empty.
    pub title: String,
    /// The client account.
    pub client_id: ClientId,
    /// The client account's code.
    pub client_code: String,
    /// The client account's name.
    pub client_name: String,
    /// Number of lines.
    pub items_count: i32,
    /// Sum of the lines in the order's currency; absent without the right to see prices.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub total: Option<Money>,
    /// Whether there are lines in other currencies, which the total leaves out.
    pub mixed_currencies: bool,
    /// Items that need attention.
    pub problem_count: i32,
    /// Something happened that this side has not seen.
    pub unread: bool,
    /// The first pictures of its items, at most four.
    pub thumbnails: Vec<String>,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When something last happened in it.
    pub last_activity_at: DateTime<Utc>,
    /// Whether the agent's staff left a note on it (agent side only).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub has_note: Option<bool>,
}

/// The order card: the order and its first lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Order {
    /// The row of the list.
    #[serde(flatten)]
    pub summary: OrderSummary,
    /// The agent's name.
    pub agent_name: String,
    /// The currency of the totals.
    pub currency: Currency,
    /// Destination country, ISO 3166 alpha-2.
    pub destination_country: Option<String>,
    /// Destination city.
    pub destination_city: Option<String>,
    /// By what it is to be delivered.
    pub delivery: DeliveryChoice,
    /// The staff member in charge (agent side only).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub assigned_staff_id: Option<StaffId>,
    /// When the client handed it in.
    pub submitted_at: Option<DateTime<Utc>>,
    /// Sums of the lines in currencies other than the order's.
    pub other_totals: Vec<Money>,
    /// The shops of the lines below.
    pub groups: Vec<ItemGroup>,
    /// The lines in the order they were added, the first hundred at most.
    pub items: Vec<Item>,
    /// What to send as `cursor` for the lines after these; null when there are none.
    pub items_cursor: Option<String>,
    /// The moves this side can make now.
    pub moves: Vec<OrderMove>,
    /// Send it back as `If-Match`.
    pub version: i64,
}

/// Which lines of an order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemsQuery {
    /// Lines of the page, 1 to 1000; 100 when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(maximum = 1000))]
    pub limit: Option<u64>,
    /// `items_cursor` of the card, or `next_cursor` of the page before; the first lines when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

/// A page of an order's lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemsPage {
    /// The lines, in the order they were added.
    pub data: Vec<Item>,
    /// Their shops.
    pub groups: Vec<ItemGroup>,
    /// What to send as `cursor` for the next page; null on the last.
    pub next_cursor: Option<String>,
}

/// A new order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewOrder {
    /// Its kind.
    #[serde(rename = "type")]
    pub order_type: OrderType,
    /// A title, so that the client knows it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Destination country, ISO 3166 alpha-2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destination_country: Option<String>,
    /// Destination city.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destination_city: Option<String>,
}

/// By what an order is to be delivered, as ids of the agent's settings; in a change absent fields stay, 0 clears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeliveryChoice {
    /// The way of delivery from China.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivery_method_id: Option<i64>,
    /// The way to pack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub packaging_id: Option<i64>,
    /// The way to insure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub insurance_id: Option<i64>,
}

/// Changes to an order; absent fields stay, an empty text clears.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OrderChange {
    /// Its kind.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub order_type: Option<OrderType>,
    /// By what it is to be delivered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivery: Option<DeliveryChoice>,
    /// The title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Destination country, ISO 3166 alpha-2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destination_country: Option<String>,
    /// Destination city.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destination_city: Option<String>,
}

/// A reason for a move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MoveReason {
    /// Why; shown in the history to both sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}
