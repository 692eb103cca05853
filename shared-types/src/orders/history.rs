//! The history of an order.

use super::{
    changes::FieldChange,
    lifecycle::{OrderStatus, Side},
};
use crate::{
    id::{HistoryId, ItemId},
    items::ItemMove,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// The kind of a history entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum HistoryEvent {
    /// The order was created.
    Created,
    /// The title, the destination or another field of the order changed.
    Changed,
    /// The status of the order changed.
    Moved,
    /// An item was added.
    ItemAdded,
    ItemChanged,
    /// An item was removed.
    ItemRemoved,
    /// The status of an item changed.
    ItemMoved,
    /// The agent changed prices, quantities or fees.
    Priced,
    /// Money was refunded to the balance.
    Refunded,
    /// The order was assigned to another staff member.
    Assigned,
    /// The order was assigned to the next staff member in turn.
    AssignedInTurn,
    /// A staff member took the order.
    Claimed,
    /// An import added and changed items.
    Imported,
    /// An import was undone.
    ImportUndone,
    /// The deposit of the order was reserved on the balance.
    DepositReserved,
    /// The deposit, or a part of it, was returned to the balance.
    DepositReleased,
    /// A service was ordered on an item.
    ServiceOrdered,
    /// A service was done.
    ServiceRendered,
    /// A service was canceled.
    ServiceCanceled,
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
            Self::AssignedInTurn => "assigned_in_turn",
            Self::Claimed => "claimed",
            Self::Imported => "imported",
            Self::ImportUndone => "import_undone",
            Self::DepositReserved => "deposit_reserved",
            Self::DepositReleased => "deposit_released",
            Self::ServiceOrdered => "service_ordered",
            Self::ServiceRendered => "service_rendered",
            Self::ServiceCanceled => "service_canceled",
        }
    }

    /// Returns the event with this name.
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
            Self::AssignedInTurn,
            Self::Claimed,
            Self::Imported,
            Self::ImportUndone,
            Self::DepositReserved,
            Self::DepositReleased,
            Self::ServiceOrdered,
            Self::ServiceRendered,
            Self::ServiceCanceled,
        ]
        .into_iter()
        .find(|event| event.as_str() == name)
    }
}

/// The origin of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Origin {
    Cabinet,
    /// The browser extension.
    Extension,
    Import,
    System,
}

impl Origin {
    /// The name in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Cabinet => "cabinet",
            Self::Extension => "extension",
            Self::Import => "import",
            Self::System => "system",
        }
    }

    /// Returns the origin with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Cabinet, Self::Extension, Self::Import, Self::System]
            .into_iter()
            .find(|via| via.as_str() == name)
    }
}

/// An entry of an order's history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HistoryEntry {
    pub id: HistoryId,
    /// Kind of the entry.
    pub event: HistoryEvent,
    /// Item concerned. It may no longer exist.
    pub item_id: Option<ItemId>,
    /// Status of the order before the move.
    pub from: Option<OrderStatus>,
    /// Status of the order after the move.
    pub to: Option<OrderStatus>,
    /// Move of the item.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub step: Option<ItemMove>,
    /// Side of the actor.
    pub side: Side,
    pub actor_name: String,
    /// Origin of the action.
    pub via: Origin,
    /// Subject: the title of the item, or the name of the shop or the file.
    pub detail: String,
    /// Changed fields.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub changes: Vec<FieldChange>,
    /// Reason, if one was given.
    pub reason: Option<String>,
    /// Time of the action.
    pub at: DateTime<Utc>,
}
