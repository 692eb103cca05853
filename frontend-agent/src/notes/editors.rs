//! The notes that are being edited.

use super::{NotesContext, editor::NoteEditor, target::NoteTarget};
use leptos::prelude::*;
use shared_types::id::StaffId;
use std::collections::BTreeMap;

/// All editors that were opened. They outlive their panels, so that a closed note is still saved.
#[derive(Clone, Copy)]
pub(super) struct NoteEditors {
    pub(super) owner: StoredValue<Owner>,
    pub(super) all: RwSignal<BTreeMap<NoteTarget, NoteEditor>>,
    pub(super) notes: NotesContext,
    pub(super) staff: StaffId,
}

impl NoteEditors {
    /// The editor of the target. Opens one, or refreshes the one that is open already.
    pub(super) fn get_or_open(self, target: NoteTarget) -> NoteEditor {
        if let Some(editor) = self.all.with_untracked(|all| all.get(&target).copied()) {
            editor.refresh();
            return editor;
        }
        let open = || NoteEditor::open(self.notes, self.staff, target);
        let editor = self.owner.with_value(|owner| owner.with(open));
        self.all.update(|all| {
            all.insert(target, editor);
        });
        editor
    }

    pub(super) fn for_each(self, action: impl Fn(NoteEditor)) {
        self.all.with_untracked(|all| all.values().copied().for_each(action));
    }
}
