//! Internal notes of an agent's staff: one per object, and a personal notepad for each person. Clients never see them.

use crate::{
    access::{Access, Guard},
    endpoint::Nothing,
    id::OrderId,
    page::Page,
};
use chrono::{DateTime, Utc};

/// Maximum length of a note on an object, in characters.
pub const OBJECT_BODY: usize = 10_000;
/// Maximum length of a personal notepad, in characters.
pub const PERSONAL_BODY: usize = 50_000;
/// Maximum length of a search text, in characters.
pub const SEARCH: usize = 200;
/// Default page size of the note search.
pub const SEARCH_PAGE: u64 = 30;

closed_set! {
    /// The kind of object that a note belongs to.
    pub enum NoteKind {
        Order = "order",
        /// An item of an order.
        Item = "item",
        /// The items of one shop in an order.
        Group = "group",
        Shipment = "shipment",
        /// A cargo delivery.
        Delivery = "delivery",
        /// A client account.
        Client = "client",
        /// No object: a staff member's own notepad.
        Personal = "personal",
    }
}

impl NoteKind {
    /// Returns the maximum length of a note of this kind, in characters.
    pub const fn max_length(self) -> usize {
        match self {
            Self::Personal => PERSONAL_BODY,
            _ => OBJECT_BODY,
        }
    }

    /// Returns the URL of the object's page. Items and groups are shown on the page of their order.
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

#[apply(response)]
#[derive(Default)]
pub struct Note {
    /// Text. Empty if there is no note.
    pub body: String,
    /// Time of the last save. Null if there is no note.
    pub updated_at: Option<DateTime<Utc>>,
    /// Version derived from the text. Send it back in `If-Match`, so that the save does not overwrite another person's change. 0
    /// if there is no note.
    pub version: i64,
}

/// A note text to save.
#[apply(request)]
#[derive(Default)]
pub struct NoteText {
    /// The complete text. A blank text deletes the note.
    pub body: String,
}

/// Parameters of the note search.
#[apply(request)]
#[derive(Default)]
pub struct NoteQuery {
    /// Words that the note contains. All notes if absent.
    pub search: Option<String>,
    /// Page size, 1 to 200. Defaults to 30.
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// A result of the note search.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct FoundNote {
    /// Kind of object that the note belongs to.
    #[serde(rename = "type")]
    pub kind: NoteKind,
    /// Id of the object.
    pub id: i64,
    /// Display name of the object: a number, a title or a code. Empty for the notepad, and for an object
    /// that the caller may not see.
    pub label: String,
    /// Number of the order that contains the item or the group.
    pub order_number: Option<String>,
    /// Excerpt of the text around the first matched word.
    pub snippet: String,
    /// URL of the object's page. Absent for the notepad, and for an object that the caller may not see.
    pub link: Option<String>,
    /// Time of the last save.
    pub updated_at: DateTime<Utc>,
}

// The specification requires no permission: all staff may read and write the notes of their agent.
const STAFF: Access = Access::Guard(Guard::Agent);

crate::endpoints! {
    note_endpoints:

    [Notes]
    FindNotes, "find_notes": Get "/agent/notes", STAFF, 200;
    "Searches the notes on objects and the caller's own notepad, newest first.";
    path = (), query = NoteQuery, body = Nothing => Page<FoundNote>;

    ShowPersonalNote, "show_personal_note": Get "/agent/notes/personal", STAFF, 200;
    "Returns the caller's notepad.";
    path = (), query = Nothing, body = Nothing => Note;

    SavePersonalNote, "save_personal_note": Post "/agent/notes/personal", STAFF, 200, versioned = true;
    "Saves the caller's notepad. A blank text clears it.";
    path = (), query = Nothing, body = NoteText => Note;

    ShowNote, "show_note": Get "/agent/notes/{type}/{id}", STAFF, 200;
    "Returns the note on an object. Its text is empty if there is none.";
    path = (NoteKind, i64), query = Nothing, body = Nothing => Note;

    SaveNote, "save_note": Post "/agent/notes/{type}/{id}", STAFF, 200, versioned = true;
    "Saves the note on an object. A blank text deletes it.";
    path = (NoteKind, i64), query = Nothing, body = NoteText => Note;
}
