//! Internal notes of an agent's staff: one per object, and each person's own notepad. Clients never see them.

use crate::{
    access::{Access, Guard},
    endpoint::Nothing,
    id::OrderId,
    page::Page,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// Longest note on an object, in characters.
pub const OBJECT_BODY: usize = 10_000;
/// Longest personal notepad, in characters.
pub const PERSONAL_BODY: usize = 50_000;
/// Longest text to search by, in characters.
pub const SEARCH: usize = 200;
/// Found notes of a page when no number is asked for.
pub const FOUND: u64 = 30;

/// What a note hangs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum NoteKind {
    /// An order.
    Order,
    /// A line of an order.
    Item,
    /// The lines of one shop in an order.
    Group,
    /// A shipment.
    Shipment,
    /// A cargo delivery.
    Delivery,
    /// A client account.
    Client,
    /// Nothing: a staff member's own notepad.
    Personal,
}

impl NoteKind {
    /// The name in addresses and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Item => "item",
            Self::Group => "group",
            Self::Shipment => "shipment",
            Self::Delivery => "delivery",
            Self::Client => "client",
            Self::Personal => "personal",
        }
    }

    /// The kind of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        [
            Self::Order,
            Self::Item,
            Self::Group,
            Self::Shipment,
            Self::Delivery,
            Self::Client,
            Self::Personal,
        ]
        .into_iter()
        .find(|kind| kind.as_str() == name)
    }

    /// Most characters of a note of this kind.
    pub const fn longest(self) -> usize {
        match self {
            Self::Personal => PERSONAL_BODY,
            _ => OBJECT_BODY,
        }
    }

    /// The page of the object; lines and groups stand on the card of their order.
    pub fn page(self, id: i64, order: Option<OrderId>) -> Option<String> {
        match self {
            Self::Order => Some(format!("/agent/orders/{id}")),
            Self::Item | Self::Group => order.map(|order| format!("/agent/orders/{order}")),
            Self::Shipment => Some(format!("/agent/shipments/{id}")),
            Self::Delivery => Some(format!("/agent/deliveries/{id}")),
            Self::Client => Some(format!("/agent/clients/{id}")),
            Self::Personal => None,
        }
    }
}

impl std::fmt::Display for NoteKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A note as it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Note {
    /// The text; empty where there is no note.
    pub body: String,
    /// When it was last saved; null where there is no note.
    pub updated_at: Option<DateTime<Utc>>,
    /// Names the text: sent back as `If-Match`, it tells a save over somebody else's words; 0 where there is no note.
    pub version: i64,
}

/// The text to save.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NoteText {
    /// The whole text; a blank one deletes the note.
    pub body: String,
}

/// Which notes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NoteQuery {
    /// Words that occur in the note; all notes when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// Notes of the page, 1 to 200; 30 when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// `next_cursor` of the page before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

/// A note that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FoundNote {
    /// What it hangs on.
    #[serde(rename = "type")]
    pub kind: NoteKind,
    /// The object's id.
    pub id: i64,
    /// What people call the object: a number, a title, a code; empty for the notepad.
    pub label: String,
    /// The number of the order that holds the line or the group.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub order_number: Option<String>,
    /// The part of the text around the first word that was searched for.
    pub snippet: String,
    /// The object's page; absent for the notepad.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub link: Option<String>,
    /// When it was last saved.
    pub updated_at: DateTime<Utc>,
}

// The specification asks for no permission: whoever is staff reads and writes the notes of the agent.
const STAFF: Access = Access::Guard(Guard::Agent);

crate::endpoints! {
    FindNotes, "find_notes": Get "/agent/notes", STAFF, 200;
    "Notes by words in them, newest first: those on objects, and the caller's own notepad.";
    path = (), query = NoteQuery, body = Nothing => Page<FoundNote>;

    ShowPersonalNote, "show_personal_note": Get "/agent/notes/personal", STAFF, 200;
    "The caller's own notepad.";
    path = (), query = Nothing, body = Nothing => Note;

    SavePersonalNote, "save_personal_note": Post "/agent/notes/personal", STAFF, 200;
    "Saves the caller's own notepad; a blank text clears it.";
    path = (), query = Nothing, body = NoteText => Note;

    ShowNote, "show_note": Get "/agent/notes/{type}/{id}", STAFF, 200;
    "The note on an object of the agent; empty where there is none.";
    path = (NoteKind, i64), query = Nothing, body = Nothing => Note;

    SaveNote, "save_note": Post "/agent/notes/{type}/{id}", STAFF, 200;
    "Saves the note on an object of the agent; a blank text deletes it.";
    path = (NoteKind, i64), query = Nothing, body = NoteText => Note;
}
