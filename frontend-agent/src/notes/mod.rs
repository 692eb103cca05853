//! Staff notes: a button next to each object, and the panels that open with a click or a key.
//!
//! Every note button carries `data-note`. The key `N` clicks the nearest one, so a new screen supports the shortcut as soon as
//! it shows a button; `Shift+N` toggles the notepad.

mod dock;
mod drafts;
mod editor;
mod editors;
mod refused;
mod search;
mod target;
mod texts;

pub(crate) use dock::Dock;

use frontend_ui::prelude::*;
use leptos::{ev, wasm_bindgen::JsCast, web_sys};
use shared_types::notes::{Note, NoteKind, ShowNote};
use std::collections::BTreeMap;
use target::NoteTarget;
use texts::NoteTexts;

/// State shared by the buttons, the shortcuts and the panels; provided as a context.
#[derive(Clone, Copy)]
struct NotesContext {
    /// The object whose note is open, and the name shown in the panel's title.
    open: RwSignal<Option<(NoteTarget, String)>>,
    /// Whether the notepad is open.
    notepad: RwSignal<bool>,
    /// Whether a note has text, for the notes that were loaded or saved since the lists were fetched.
    has_text: RwSignal<BTreeMap<NoteTarget, bool>>,
    /// Whether any text is not saved yet.
    unsent: RwSignal<bool>,
}

fn notes_context() -> NotesContext {
    expect_context()
}

/// Provides the context and registers the shortcuts. Called once, at the root.
pub(crate) fn start() {
    let notes = NotesContext {
        open: RwSignal::new(None),
        notepad: RwSignal::new(false),
        has_text: RwSignal::default(),
        unsent: RwSignal::new(false),
    };
    provide_context(notes);
    let keys = window_event_listener(ev::keydown, move |event| {
        // By the physical key: people use Latin, Cyrillic and Chinese layouts.
        if event.code() != "KeyN"
            || event.ctrl_key()
            || event.meta_key()
            || event.alt_key()
            || is_shortcut_blocked(&event)
        {
            return;
        }
        if event.shift_key() {
            notes.notepad.update(|open| *open = !*open);
        } else if let Some(mark) = nearest_note_button() {
            mark.click();
        } else {
            return;
        }
        event.prevent_default();
    });
    on_cleanup(move || keys.remove());
}

/// Selects the elements that take typed text, so that shortcuts must not fire in them. Checkboxes and radio buttons do not.
pub(crate) const TEXT_INPUTS: &str = "input:not([type=checkbox], [type=radio]), select, textarea";

/// Whether the key must not act as a shortcut: the focus is in a field, a dialog is open, or the page handles all keys itself.
pub(crate) fn is_shortcut_blocked(event: &ev::KeyboardEvent) -> bool {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    // A closed dialog can keep the focus until the next frame. Its fields take no text any more.
    let is_closed = |target: &web_sys::Element| matches!(target.closest("dialog:not([open])"), Ok(Some(_)));
    let takes_text = |target: &web_sys::Element| target.matches(TEXT_INPUTS).unwrap_or(false) && !is_closed(target);
    let blocking = document().query_selector("dialog[open], [data-takes-keys]");
    target.is_some_and(|target| takes_text(&target)) || blocking.ok().flatten().is_some()
}

/// The nearest note button: in the active row, around the focused element, under the pointer, or the first one of the page.
fn nearest_note_button() -> Option<web_sys::HtmlElement> {
    let document = document();
    let as_html = |element: Option<web_sys::Element>| element?.dyn_into::<web_sys::HtmlElement>().ok();
    if let Some(mark) = as_html(document.query_selector(".chosen [data-note]").ok().flatten()) {
        return Some(mark);
    }
    let focused = document
        .active_element()
        .filter(|element| !matches!(element.tag_name().as_str(), "BODY" | "HTML"));
    let hovered = || document.query_selector("main :hover:not(:has(:hover))").ok().flatten();
    let mut ancestor = focused.or_else(hovered);
    while let Some(element) = ancestor {
        if let Some(mark) = as_html(element.query_selector("[data-note]").ok().flatten()) {
            return Some(mark);
        }
        ancestor = element.parent_element();
    }
    as_html(document.query_selector("main [data-note]").ok().flatten())
}

/// The note button of an object: filled if the note has text. Opens the note.
///
/// Pass `None` as `has` if the page does not know whether there is a note; the button then fetches it.
pub(crate) fn note_button(kind: NoteKind, id: i64, has: Option<bool>, name: String) -> AnyView {
    let notes = notes_context();
    let target = NoteTarget::Object(kind, id);
    if has.is_none() && notes.has_text.with_untracked(|known| !known.contains_key(&target)) {
        spawn_local(async move {
            let result = api::send::<ShowNote>((kind, id), Nothing {}, Nothing {}, Options::default()).await;
            if let Ok(note) = result {
                set_known(notes, target, &note);
            }
        });
    }
    let has_text = Memo::new(move |_| {
        let known = notes.has_text.with(|known| known.get(&target).copied());
        known.or(has).unwrap_or(false)
    });
    let name = StoredValue::new(name);
    let open = move |_| notes.open.set(Some((target, name.get_value())));
    // A list has fifty of them, so each is one effect.
    let button = move || {
        let (class, label) = if has_text.get() {
            ("icon note-mark has-text", t(NoteTexts::OpenNote))
        } else {
            ("icon note-mark", t(NoteTexts::AddNote))
        };
        view! {
            <button
                type="button"
                class=class
                data-note=kind.as_str()
                data-testid="note-mark"
                aria-label=label
                title=label
                on:click=open
            >
                <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                    <path d="M3 2.5h10v7.5l-3.5 3.5H3z M13 10H9.5v3.5" />
                </svg>
            </button>
        }
    };
    button.into_any()
}

/// Lets the caller run again when a note of an object is opened or closed.
pub(crate) fn track_open_note() {
    notes_context().open.track();
}

/// Records whether the note has text.
fn set_known(notes: NotesContext, target: NoteTarget, note: &Note) {
    notes.has_text.update(|known| {
        known.insert(target, !note.body.is_empty());
    });
}

/// The notepad button of the header.
pub(crate) fn notepad_button() -> AnyView {
    let notes = notes_context();
    let label = move || {
        t(if notes.unsent.get() {
            NoteTexts::Unsent
        } else {
            NoteTexts::NotepadKey
        })
    };
    any_view! {
        <button
            type="button"
            class="icon notepad-button"
            class:unsent=notes.unsent
            data-testid="notepad"
            aria-label=label
            title=label
            aria-expanded=move || notes.notepad.get().to_string()
            on:click=move |_| notes.notepad.update(|open| *open = !*open)
        >
            <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
                <path d="M4.5 4h11v13h-11z M7.5 2.5v3 M12.5 2.5v3 M7.5 9h5 M7.5 12h5" />
            </svg>
        </button>
    }
}

/// The note panels. Loaded when the first one is opened, or at once if a draft is left from the last visit.
pub(crate) fn dock() -> AnyView {
    let notes = notes_context();
    let has_drafts = current_user()
        .staff_id()
        .is_some_and(|staff| !drafts::targets(staff).is_empty());
    let is_loaded = Memo::new(move |was_loaded: Option<&bool>| {
        was_loaded.copied().unwrap_or(has_drafts) || notes.notepad.get() || notes.open.with(Option::is_some)
    });
    (move || is_loaded.get().then(crate::lazy_routes::notes_dock)).into_any()
}
