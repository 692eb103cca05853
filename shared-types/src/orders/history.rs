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

closed_set! {
    /// The kind of a history entry.
    pub enum HistoryEvent {
        /// The order was created.
        Created = "created",
        /// The title, the destination or another field of the order changed.
        Changed = "changed",
        /// The status of the order changed.
        Moved = "moved",
        /// An item was added.
        ItemAdded = "item_added",
        ItemChanged = "item_changed",
        /// An item was removed.
        ItemRemoved = "item_removed",
        /// The status of an item changed.
        ItemMoved = "item_moved",
        /// The agent changed prices, quantities or fees.
        Priced = "priced",
        /// Money was refunded to the balance.
        Refunded = "refunded",
        /// The order was assigned to another staff member.
        Assigned = "assigned",
        /// The order was assigned to the next staff member in turn.
        AssignedInTurn = "assigned_in_turn",
        /// A staff member took the order.
        Claimed = "claimed",
        /// The chat of the order was assigned to a staff member, or unassigned.
        ChatAssigned = "chat_assigned",
        /// An import added and changed items.
        Imported = "imported",
        /// The items of an earlier order were added.
        Repeated = "repeated",
        /// An import was undone.
        ImportUndone = "import_undone",
        /// The deposit of the order was reserved on the balance.
        DepositReserved = "deposit_reserved",
        /// The deposit, or a part of it, was returned to the balance.
        DepositReleased = "deposit_released",
        /// A service was ordered on an item.
        ServiceOrdered = "service_ordered",
        /// A service was done.
        ServiceRendered = "service_rendered",
        /// A service was canceled.
        ServiceCanceled = "service_canceled",
    }
}

closed_set! {
    /// The origin of an action.
    pub enum Origin {
        Cabinet = "cabinet",
        /// The browser extension.
        Extension = "extension",
        Import = "import",
        System = "system",
    }
}

/// An entry of an order's history.
#[apply(response)]
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
