//! The editor of a note: loads the text, saves it automatically and resolves edit conflicts.
//!
//! Every change is stored in the browser as a draft until the server has acknowledged exactly this text.

use super::{NotesContext, drafts, set_known, target::NoteTarget};
use frontend_ui::{api::Error, prelude::*};
use gloo_timers::future::TimeoutFuture;
use shared_types::{
    id::StaffId,
    notes::{Note, NoteText, SaveNote, SavePersonalNote, ShowNote, ShowPersonalNote},
};

/// Delay between the last key and the automatic save, in milliseconds.
const SAVE_DELAY_MS: u32 = 700;
/// Delay before the first retry of a failed save, in milliseconds. It doubles with each failure.
const FIRST_RETRY_MS: u32 = 2_000;
/// The longest delay between retries, in milliseconds.
const MAX_RETRY_MS: u32 = 30_000;

/// Whether the text is loaded and saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EditorState {
    Loading,
    /// The text could not be loaded.
    LoadFailed(Error),
    /// The server has this text; when it was saved, if ever.
    Saved(Option<chrono::DateTime<chrono::Utc>>),
    Edited,
    Saving,
    /// The server could not be reached; the save is retried.
    SaveFailed,
    TooLong,
    /// The server rejected the text; saving again would not help.
    Rejected(Error),
    /// Another text was saved meanwhile; the person has to choose.
    Conflict(Note),
}

/// A note being edited.
#[derive(Clone, Copy)]
pub(super) struct NoteEditor {
    pub(super) target: NoteTarget,
    pub(super) text: RwSignal<String>,
    pub(super) state: RwSignal<EditorState>,
    /// Whether the browser has stored the unsaved text.
    pub(super) is_stored: RwSignal<bool>,
    staff: StaffId,
    notes: NotesContext,
    /// The version of the note that the text was edited from.
    base_version: StoredValue<i64>,
    /// Number of the last scheduled save; earlier ones do nothing when their delay ends.
    scheduled_save: StoredValue<u32>,
    busy: StoredValue<bool>,
    failures: StoredValue<u32>,
}

async fn fetch(target: NoteTarget) -> Result<Note, Error> {
    match target {
        NoteTarget::Notepad => api::get::<ShowPersonalNote>(Nothing {}).await,
        NoteTarget::Object(kind, id) => {
            api::send::<ShowNote>((kind, id), Nothing {}, Nothing {}, Options::default()).await
        }
    }
}

async fn store(target: NoteTarget, body: String, options: Options) -> Result<Note, Error> {
    let body = NoteText { body };
    match target {
        NoteTarget::Notepad => api::send::<SavePersonalNote>((), Nothing {}, body, options).await,
        NoteTarget::Object(kind, id) => api::send::<SaveNote>((kind, id), Nothing {}, body, options).await,
    }
}

impl NoteEditor {
    /// Creates an editor and starts loading the text. Its signals belong to the current reactive owner.
    pub(super) fn open(notes: NotesContext, staff: StaffId, target: NoteTarget) -> Self {
        let editor = Self {
            target,
            text: RwSignal::new(String::new()),
            state: RwSignal::new(EditorState::Loading),
            is_stored: RwSignal::new(true),
            staff,
            notes,
            base_version: StoredValue::new(0),
            scheduled_save: StoredValue::new(0),
            busy: StoredValue::new(false),
            failures: StoredValue::new(0),
        };
        editor.load();
        editor
    }

    /// Loads the text and reconciles it with a draft of this browser: a draft of the same version is saved, a draft of
    /// another version is a conflict.
    pub(super) fn load(self) {
        self.state.set(EditorState::Loading);
        spawn_local(async move {
            let loaded = fetch(self.target).await;
            let draft = drafts::read(self.staff, self.target);
            match (loaded, draft) {
                (Ok(note), Some(draft)) if draft.body != note.body => {
                    self.text.set(draft.body);
                    if draft.version == note.version {
                        self.base_version.set_value(note.version);
                        self.save(false);
                    } else {
                        self.state.set(EditorState::Conflict(note));
                    }
                }
                (Ok(note), _) => self.accept_server_note(note),
                (Err(_), Some(draft)) => {
                    self.text.set(draft.body);
                    self.base_version.set_value(draft.version);
                    self.retry_later();
                }
                (Err(error), None) => self.state.set(EditorState::LoadFailed(error)),
            }
        });
    }

    /// Replaces the text by the server's version and removes an equal draft.
    fn accept_server_note(self, note: Note) {
        drafts::remove_acknowledged(self.staff, self.target, &note.body);
        set_known(self.notes, self.target, &note);
        self.base_version.set_value(note.version);
        self.text.set(note.body);
        self.state.set(EditorState::Saved(note.updated_at));
    }

    /// Whether the text differs from the server's version.
    pub(super) fn is_unsent(self) -> bool {
        !matches!(
            self.state.get(),
            EditorState::Loading | EditorState::LoadFailed(_) | EditorState::Saved(_)
        )
    }

    /// Whether only the person can decide about the text.
    pub(super) fn needs_person(self) -> bool {
        self.state.with(|state| {
            matches!(
                state,
                EditorState::Rejected(_) | EditorState::TooLong | EditorState::Conflict(_)
            )
        })
    }

    fn store_draft(self, version: i64, text: &str) {
        self.is_stored
            .set(drafts::write(self.staff, self.target, version, text));
    }

    /// Drops the text that the server does not have, and loads its text.
    pub(super) fn discard(self) {
        drafts::remove(self.staff, self.target);
        self.is_stored.set(true);
        self.load();
    }

    /// Handles an edit: stores a draft and schedules a save.
    pub(super) fn on_input(self, text: String) {
        self.store_draft(self.base_version.get_value(), &text);
        self.text.set(text);
        // A conflict is resolved by the person; nothing is saved automatically meanwhile.
        if !matches!(self.state.get_untracked(), EditorState::Conflict(_)) {
            self.state.set(EditorState::Edited);
            self.schedule_save(SAVE_DELAY_MS);
        }
    }

    /// Saves after a delay, unless another save is scheduled before.
    fn schedule_save(self, delay_ms: u32) {
        let generation = self.scheduled_save.get_value().wrapping_add(1);
        self.scheduled_save.set_value(generation);
        spawn_local(async move {
            TimeoutFuture::new(delay_ms).await;
            if self.scheduled_save.get_value() == generation {
                self.save(false);
            }
        });
    }

    /// Records a failed save and schedules a retry.
    fn retry_later(self) {
        let failures = self.failures.get_value();
        self.failures.set_value(failures.saturating_add(1));
        self.state.set(EditorState::SaveFailed);
        self.schedule_save(FIRST_RETRY_MS.saturating_mul(1 << failures.min(6)).min(MAX_RETRY_MS));
    }

    /// Saves unsaved text now. With `is_leaving` the request outlives the page.
    pub(super) fn flush(self, is_leaving: bool) {
        if matches!(
            self.state.get_untracked(),
            EditorState::Edited | EditorState::SaveFailed
        ) {
            self.save(is_leaving);
        }
    }

    /// Saves the current text. If the server has a newer version, an equal text is accepted and a different one is a conflict.
    pub(super) fn save(self, is_leaving: bool) {
        if self.busy.get_value() {
            return;
        }
        let body = self.text.get_untracked();
        if body.chars().count() > self.target.kind().max_length() {
            self.state.set(EditorState::TooLong);
            return;
        }
        self.busy.set_value(true);
        self.state.set(EditorState::Saving);
        let options = Options {
            version: Some(self.base_version.get_value()),
            outlives_page: is_leaving,
            ..Options::default()
        };
        spawn_local(async move {
            let result = store(self.target, body.clone(), options).await;
            let result = match result {
                Err(error) if error.code() == Some(ProblemCode::VersionStale) => fetch(self.target).await.map(Err),
                result => result.map(Ok),
            };
            self.busy.set_value(false);
            match result {
                Ok(Ok(note)) => self.on_saved(note, &body),
                Ok(Err(other)) if other.body == self.text.get_untracked() => self.accept_server_note(other),
                Ok(Err(other)) => {
                    self.store_draft(self.base_version.get_value(), &self.text.get_untracked());
                    self.state.set(EditorState::Conflict(other));
                }
                Err(error) if is_final(&error) => self.state.set(EditorState::Rejected(error)),
                Err(_) => self.retry_later(),
            }
        });
    }

    /// Handles a successful save. Text that was typed meanwhile is saved next.
    fn on_saved(self, note: Note, body: &str) {
        self.failures.set_value(0);
        self.base_version.set_value(note.version);
        set_known(self.notes, self.target, &note);
        drafts::remove_acknowledged(self.staff, self.target, body);
        let text = self.text.get_untracked();
        if text == body {
            self.state.set(EditorState::Saved(note.updated_at));
        } else {
            self.store_draft(note.version, &text);
            self.state.set(EditorState::Edited);
            self.schedule_save(SAVE_DELAY_MS);
        }
    }

    /// Fetches the note again and shows a newer version, unless there is unsaved text.
    pub(super) fn refresh(self) {
        if !matches!(self.state.get_untracked(), EditorState::Saved(_)) {
            return;
        }
        spawn_local(async move {
            if let Ok(note) = fetch(self.target).await
                && matches!(self.state.get_untracked(), EditorState::Saved(_))
                && note.version != self.base_version.get_value()
            {
                self.accept_server_note(note);
            }
        });
    }

    /// Resolves a conflict with this text, which overwrites the server's version.
    pub(super) fn resolve_with(self, text: String, other: &Note) {
        self.base_version.set_value(other.version);
        self.store_draft(other.version, &text);
        self.text.set(text);
        self.save(false);
    }

    /// Resolves a conflict with the server's text and drops the draft.
    pub(super) fn resolve_with_server(self, other: Note) {
        drafts::remove(self.staff, self.target);
        self.accept_server_note(other);
    }
}

/// Whether a retry would be refused again.
fn is_final(error: &Error) -> bool {
    matches!(
        error.code(),
        Some(ProblemCode::ValidationFailed | ProblemCode::NotFound | ProblemCode::PermissionDenied)
    )
}
