//! Bodies of orders.

use super::lifecycle::{OrderFilter, OrderMove, OrderSection, OrderStatus, OrderType, Side};
use crate::{
    id::{ClientId, HistoryId, ItemId, OrderId, StaffId},
    items::{Item, ItemGroup, ItemMove},
    money::{Currency, Money},
    page::CappedCount,
};
use chrono::{DateTime, NaiveDate, Utc};
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

/// The whole order card.
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
    /// The staff member in charge (agent side only).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub assigned_staff_id: Option<StaffId>,
    /// When the client handed it in.
    pub submitted_at: Option<DateTime<Utc>>,
    /// Sums of the lines in currencies other than the order's.
    pub other_totals: Vec<Money>,
    /// The goods by shop.
    pub groups: Vec<ItemGroup>,
    /// The lines, in the order they were added.
    pub items: Vec<Item>,
    /// The moves this side can make now.
    pub moves: Vec<OrderMove>,
    /// Send it back as `If-Match`.
    pub version: i64,
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

/// Changes to an order; absent fields stay, an empty text clears.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OrderChange {
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

/// What happened in an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum HistoryEvent {
    /// The order was created.
    Created,
    /// Its title or destination changed.
    Changed,
    /// It moved in its life.
    Moved,
    /// A line was added.
    ItemAdded,
    /// A line changed.
    ItemChanged,
    /// A line was removed.
    ItemRemoved,
    /// A line moved in its life.
    ItemMoved,
    /// The agent changed prices, quantities or fees.
    Priced,
    /// Money went back to the balance.
    Refunded,
    /// Somebody else is in charge.
    Assigned,
    /// Lines were added and changed by an import.
    Imported,
    /// An import was undone.
    ImportUndone,
}

impl HistoryEvent {
    /// The name in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Changed => "changed",
            Self::Moved => "moved",
            Self::ItemAdded => "item_added",
            Self::ItemChanged => "item_changed",
            Self::ItemRemoved => "item_removed",
            Self::ItemMoved => "item_moved",
            Self::Priced => "priced",
            Self::Refunded => "refunded",
            Self::Assigned => "assigned",
            Self::Imported => "imported",
            Self::ImportUndone => "import_undone",
        }
    }

    /// The event of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        [
            Self::Created,
            Self::Changed,
            Self::Moved,
            Self::ItemAdded,
            Self::ItemChanged,
            Self::ItemRemoved,
            Self::ItemMoved,
            Self::Priced,
            Self::Refunded,
            Self::Assigned,
            Self::Imported,
            Self::ImportUndone,
        ]
        .into_iter()
        .find(|event| event.as_str() == name)
    }
}

/// How somebody acted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Via {
    /// In a cabinet.
    Cabinet,
    /// By the browser extension.
    Extension,
    /// By an import.
    Import,
    /// By the service itself.
    System,
}

impl Via {
    /// The name in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Cabinet => "cabinet",
            Self::Extension => "extension",
            Self::Import => "import",
            Self::System => "system",
        }
    }

    /// The way of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Cabinet, Self::Extension, Self::Import, Self::System]
            .into_iter()
            .find(|via| via.as_str() == name)
    }
}

/// A row of an order's history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HistoryEntry {
    /// Its id.
    pub id: HistoryId,
    /// What happened.
    pub event: HistoryEvent,
    /// The line concerned; it may be gone.
    pub item_id: Option<ItemId>,
    /// Before the move.
    pub from: Option<OrderStatus>,
    /// After the move.
    pub to: Option<OrderStatus>,
    /// The step of the line that moved.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub step: Option<ItemMove>,
    /// Which side acted.
    pub side: Side,
    /// Who acted.
    pub actor_name: String,
    /// How.
    pub via: Via,
    /// What it was about: the title of the line, the changed fields.
    pub detail: String,
    /// Why, where a reason was given.
    pub reason: Option<String>,
    /// When.
    pub at: DateTime<Utc>,
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
