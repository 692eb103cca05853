//! The object of a note.

use shared_types::notes::NoteKind;

/// The object that a note belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NoteTarget {
    /// The staff member's own notepad.
    Notepad,
    /// An object of a kind other than [`NoteKind::Personal`], with its id.
    Object(NoteKind, i64),
}

impl NoteTarget {
    pub(super) fn kind(self) -> NoteKind {
        match self {
            Self::Notepad => NoteKind::Personal,
            Self::Object(kind, _) => kind,
        }
    }
}
