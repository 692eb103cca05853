//! One text in work: read, typed, saved by itself, and never lost on the way.
//!
//! Whatever is typed stands in the browser's storage until the server has acknowledged these very words.

use super::{NOTEPAD, Notes, Place, draft, learn};
use frontend_ui::api::{self, Error, Options};
use gloo_timers::future::TimeoutFuture;
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    notes::{Note, NoteText, SaveNote, SavePersonalNote, ShowNote, ShowPersonalNote},
    problem::ProblemCode,
};

/// How long after the last key a text is saved.
const PAUSE_MS: u32 = 700;
/// How long after a failure it is tried again, at first and at most.
const RETRY_MS: u32 = 2_000;
const RETRY_AT_MOST_MS: u32 = 30_000;

/// Where a text stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum State {
    Reading,
    /// It could not be read.
    Unread(Error),
    /// The server has these words.
    Saved(Option<chrono::DateTime<chrono::Utc>>),
    Typed,
    Saving,
    /// The server was not reached; it is tried again.
    Failed,
    TooLong,
    /// The server said no.
    Refused(Error),
    /// Somebody saved other words meanwhile.
    Clash(Note),
}

/// One text in work.
#[derive(Clone, Copy)]
pub(super) struct Sheet {
    pub(super) place: Place,
    pub(super) text: RwSignal<String>,
    pub(super) state: RwSignal<State>,
    staff: i64,
    notes: Notes,
    /// The version the text was made from.
    base: StoredValue<i64>,
    /// Counts what was scheduled: only the last of them runs.
    turn: StoredValue<u32>,
    busy: StoredValue<bool>,
    failures: StoredValue<u32>,
}

async fn fetch(place: Place) -> Result<Note, Error> {
    if place == NOTEPAD {
        return api::get::<ShowPersonalNote>(Nothing {}).await;
    }
    api::send::<ShowNote>((place.kind, place.id), Nothing {}, Nothing {}, Options::default()).await
}

async fn store(place: Place, body: String, options: Options) -> Result<Note, Error> {
    let body = NoteText { body };
    if place == NOTEPAD {
        return api::send::<SavePersonalNote>((), Nothing {}, body, options).await;
    }
    api::send::<SaveNote>((place.kind, place.id), Nothing {}, body, options).await
}

impl Sheet {
    /// A sheet that reads its text; its signals live as long as the owner it is made under.
    pub(super) fn open(notes: Notes, staff: i64, place: Place) -> Self {
        let sheet = Self {
            place,
            text: RwSignal::new(String::new()),
            state: RwSignal::new(State::Reading),
            staff,
            notes,
            base: StoredValue::new(0),
            turn: StoredValue::new(0),
            busy: StoredValue::new(false),
            failures: StoredValue::new(0),
        };
        sheet.read();
        sheet
    }

    /// Reads the text, and brings what waits in this browser together with it.
    pub(super) fn read(self) {
        self.state.set(State::Reading);
        spawn_local(async move {
            let found = fetch(self.place).await;
            let waiting = draft::read(self.staff, self.place);
            match (found, waiting) {
                (Ok(note), Some(draft)) if draft.body != note.body => {
                    self.text.set(draft.body);
                    if draft.version == note.version {
                        self.base.set_value(note.version);
                        self.save(false);
                    } else {
                        self.state.set(State::Clash(note));
                    }
                }
                (Ok(note), _) => self.take(note),
                (Err(_), Some(draft)) => {
                    self.text.set(draft.body);
                    self.base.set_value(draft.version);
                    self.fail();
                }
                (Err(error), None) => self.state.set(State::Unread(error)),
            }
        });
    }

    /// Shows what the server has.
    fn take(self, note: Note) {
        draft::forget(self.staff, self.place, &note.body);
        learn(self.notes, self.place, &note);
        self.base.set_value(note.version);
        self.text.set(note.body);
        self.state.set(State::Saved(note.updated_at));
    }

    /// Whether words are here that the server does not have.
    pub(super) fn is_unsent(self) -> bool {
        !matches!(self.state.get(), State::Reading | State::Unread(_) | State::Saved(_))
    }

    /// The person typed.
    pub(super) fn typed(self, text: String) {
        draft::write(self.staff, self.place, self.base.get_value(), &text);
        self.text.set(text);
        // While two texts stand side by side the person decides, not the clock.
        if !matches!(self.state.get_untracked(), State::Clash(_)) {
            self.state.set(State::Typed);
            self.save_in(PAUSE_MS);
        }
    }

    fn save_in(self, pause: u32) {
        let turn = self.turn.get_value().wrapping_add(1);
        self.turn.set_value(turn);
        spawn_local(async move {
            TimeoutFuture::new(pause).await;
            if self.turn.get_value() == turn {
                self.save(false);
            }
        });
    }

    fn fail(self) {
        let failures = self.failures.get_value();
        self.failures.set_value(failures.saturating_add(1));
        self.state.set(State::Failed);
        self.save_in(RETRY_MS.saturating_mul(1 << failures.min(6)).min(RETRY_AT_MOST_MS));
    }

    /// Saves now what is not saved; the last time when the page is being left.
    pub(super) fn flush(self, leaving: bool) {
        if matches!(self.state.get_untracked(), State::Typed | State::Failed) {
            self.save(leaving);
        }
    }

    /// Saves the text as it stands.
    pub(super) fn save(self, leaving: bool) {
        if self.busy.get_value() {
            return;
        }
        let body = self.text.get_untracked();
        if body.chars().count() > self.place.kind.longest() {
            self.state.set(State::TooLong);
            return;
        }
        self.busy.set_value(true);
        self.state.set(State::Saving);
        let options = Options {
            version: Some(self.base.get_value()),
            outlives_page: leaving,
            ..Options::default()
        };
        spawn_local(async move {
            let answer = store(self.place, body.clone(), options).await;
            let answer = match answer {
                Err(error) if error.code() == Some(ProblemCode::VersionStale) => fetch(self.place).await.map(Err),
                answer => answer.map(Ok),
            };
            self.busy.set_value(false);
            match answer {
                Ok(Ok(note)) => self.acknowledged(note, &body),
                Ok(Err(other)) if other.body == self.text.get_untracked() => self.take(other),
                Ok(Err(other)) => {
                    draft::write(
                        self.staff,
                        self.place,
                        self.base.get_value(),
                        &self.text.get_untracked(),
                    );
                    self.state.set(State::Clash(other));
                }
                Err(error) if is_final(&error) => self.state.set(State::Refused(error)),
                Err(_) => self.fail(),
            }
        });
    }

    /// The server has these words; what was typed meanwhile follows.
    fn acknowledged(self, note: Note, body: &str) {
        self.failures.set_value(0);
        self.base.set_value(note.version);
        learn(self.notes, self.place, &note);
        draft::forget(self.staff, self.place, body);
        let text = self.text.get_untracked();
        if text == body {
            self.state.set(State::Saved(note.updated_at));
        } else {
            draft::write(self.staff, self.place, note.version, &text);
            self.state.set(State::Typed);
            self.save_in(PAUSE_MS);
        }
    }

    /// Looks whether other words were saved while this window was away.
    pub(super) fn look_again(self) {
        if !matches!(self.state.get_untracked(), State::Saved(_)) {
            return;
        }
        spawn_local(async move {
            if let Ok(note) = fetch(self.place).await
                && matches!(self.state.get_untracked(), State::Saved(_))
                && note.version != self.base.get_value()
            {
                self.take(note);
            }
        });
    }

    /// Ends a clash with this text, which replaces the other one.
    pub(super) fn settle(self, text: String, other: &Note) {
        self.base.set_value(other.version);
        draft::write(self.staff, self.place, other.version, &text);
        self.text.set(text);
        self.save(false);
    }

    /// Ends a clash with the other text.
    pub(super) fn give_in(self, other: Note) {
        draft::drop_it(self.staff, self.place);
        self.take(other);
    }
}

/// Whether trying again would be told the same.
fn is_final(error: &Error) -> bool {
    matches!(
        error.code(),
        Some(ProblemCode::ValidationFailed | ProblemCode::NotFound | ProblemCode::PermissionDenied)
    )
}
