//! What happened in an order.

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
    /// A service was ordered on a line.
    ServiceOrdered,
    /// A service was rendered.
    ServiceRendered,
    /// A service was given up.
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
            Self::Imported => "imported",
            Self::ImportUndone => "import_undone",
            Self::ServiceOrdered => "service_ordered",
            Self::ServiceRendered => "service_rendered",
            Self::ServiceCanceled => "service_canceled",
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
            Self::ServiceOrdered,
            Self::ServiceRendered,
            Self::ServiceCanceled,
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
    /// What it was about: the title of the line, the name of the shop or of the file.
    pub detail: String,
    /// The fields that changed.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub changes: Vec<FieldChange>,
    /// Why, where a reason was given.
    pub reason: Option<String>,
    /// When.
    pub at: DateTime<Utc>,
}
