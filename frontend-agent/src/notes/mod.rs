//! Notes of the staff: marks beside what they hang on, panels that a press or a key opens.
//!
//! Every mark carries `data-note`; the key `N` presses the mark nearest to where the person is, so that a new screen has it
//! by showing a mark and nothing more.

mod dock;
mod draft;
mod search;
mod sheet;
mod texts;

pub(crate) use dock::Dock;

use frontend_ui::{
    api::{self, Options},
    i18n::t,
    session::current,
};
use leptos::{ev, prelude::*, task::spawn_local, wasm_bindgen::JsCast, web_sys};
use shared_types::{
    endpoint::Nothing,
    notes::{Note, NoteKind, ShowNote},
};
use std::collections::BTreeMap;
use texts::Words;

/// Where a note hangs; the notepad's id is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    kind: NoteKind,
    id: i64,
}

const NOTEPAD: Place = Place {
    kind: NoteKind::Personal,
    id: 0,
};

/// What the marks, the keys and the panels share.
#[derive(Clone, Copy)]
struct Notes {
    /// The object whose note is open, and what people call it.
    open: RwSignal<Option<(Place, String)>>,
    /// Whether the notepad is open.
    notepad: RwSignal<bool>,
    /// Which notes exist, as far as this page learnt since the lists were read.
    known: RwSignal<BTreeMap<Place, bool>>,
    /// Whether a text waits to be sent.
    unsent: RwSignal<bool>,
}

fn notes() -> Notes {
    expect_context()
}

/// Prepares the notes; once, at the root.
pub(crate) fn start() {
    let notes = Notes {
        open: RwSignal::new(None),
        notepad: RwSignal::new(false),
        known: RwSignal::default(),
        unsent: RwSignal::new(false),
    };
    provide_context(notes);
    let keys = window_event_listener(ev::keydown, move |event| {
        // By the place of the key: people type in three scripts.
        if event.code() != "KeyN" || event.ctrl_key() || event.meta_key() || event.alt_key() || is_typing(&event) {
            return;
        }
        if event.shift_key() {
            notes.notepad.update(|open| *open = !*open);
        } else if let Some(mark) = nearest() {
            mark.click();
        } else {
            return;
        }
        event.prevent_default();
    });
    on_cleanup(move || keys.remove());
}

/// Whether the key belongs to something else: a field, or a dialog above the page.
fn is_typing(event: &ev::KeyboardEvent) -> bool {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|target| matches!(target.tag_name().as_str(), "INPUT" | "SELECT" | "TEXTAREA"))
        || document().query_selector("dialog[open]").ok().flatten().is_some()
}

/// The mark of the chosen row, of what is focused, of what is under the pointer, or of the page.
fn nearest() -> Option<web_sys::HtmlElement> {
    let document = document();
    let found = |element: Option<web_sys::Element>| element?.dyn_into::<web_sys::HtmlElement>().ok();
    if let Some(mark) = found(document.query_selector(".chosen [data-note]").ok().flatten()) {
        return Some(mark);
    }
    let focused = document
        .active_element()
        .filter(|element| !matches!(element.tag_name().as_str(), "BODY" | "HTML"));
    let hovered = || document.query_selector("main :hover:not(:has(:hover))").ok().flatten();
    let mut place = focused.or_else(hovered);
    while let Some(element) = place {
        if let Some(mark) = found(element.query_selector("[data-note]").ok().flatten()) {
            return Some(mark);
        }
        place = element.parent_element();
    }
    found(document.query_selector("main [data-note]").ok().flatten())
}

/// The mark beside an object: filled where a note exists, quiet where none does; opens the note.
///
/// A page that does not know whether there is one passes nothing, and the mark asks.
pub(crate) fn mark(kind: NoteKind, id: i64, has: Option<bool>, name: String) -> AnyView {
    let notes = notes();
    let place = Place { kind, id };
    if has.is_none() && notes.known.with_untracked(|known| !known.contains_key(&place)) {
        spawn_local(async move {
            let found = api::send::<ShowNote>((kind, id), Nothing {}, Nothing {}, Options::default()).await;
            if let Ok(note) = found {
                learn(notes, place, &note);
            }
        });
    }
    let there = Memo::new(move |_| {
        let learnt = notes.known.with(|known| known.get(&place).copied());
        learnt.or(has).unwrap_or(false)
    });
    let label = move || t(if there.get() { Words::ReadNote } else { Words::AddNote });
    let open = move |_| notes.open.set(Some((place, name.clone())));
    view! {
        <button type="button" class="icon note-mark" class:noted=there data-note=kind.as_str() data-testid="note-mark" aria-label=label title=label on:click=open>
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M3 2.5h10v7.5l-3.5 3.5H3z M13 10H9.5v3.5"/></svg>
        </button>
    }
    .into_any()
}

fn learn(notes: Notes, place: Place, note: &Note) {
    notes.known.update(|known| {
        known.insert(place, !note.body.is_empty());
    });
}

/// The notepad's button in the frame.
pub(crate) fn button() -> AnyView {
    let notes = notes();
    let label = move || {
        t(if notes.unsent.get() {
            Words::Unsent
        } else {
            Words::NotepadKey
        })
    };
    view! {
        <button type="button" class="icon notepad-button" class:unsent=notes.unsent data-testid="notepad" aria-label=label title=label
            aria-expanded=move || notes.notepad.get().to_string() on:click=move |_| notes.notepad.update(|open| *open = !*open)>
            <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="M4.5 4h11v13h-11z M7.5 2.5v3 M12.5 2.5v3 M7.5 9h5 M7.5 12h5"/></svg>
        </button>
    }
    .into_any()
}

/// The panels: fetched when one is first opened or a text waits from last time, there from then on.
pub(crate) fn dock() -> AnyView {
    let notes = notes();
    let waits = staff().is_some_and(|staff| !draft::all(staff).is_empty());
    let wanted = Memo::new(move |was: Option<&bool>| {
        was.copied().unwrap_or(waits) || notes.notepad.get() || notes.open.with(Option::is_some)
    });
    (move || wanted.get().then(crate::rest::notes_dock)).into_any()
}

/// Whose drafts are read: another person at this browser has others.
fn staff() -> Option<i64> {
    let me = current().0.get_untracked()?;
    me.cabinet.staff_id.map(|id| id.0)
}
