//! Text that a person types into a page that follows changes.
//!
//! A live update sets the fields of a page to the fetched values. It waits while there is unsaved input ([`has_input`]). For an
//! update that was on the way before the first key, a changed text is put back into its field after the page was rendered
//! ([`keep_texts`]), unless the fetched value of that field has changed, too, or its form was sent.

use crate::{
    dom::{all, call, focus, is_within, property, selector, text_property},
    format,
};
use chrono::{DateTime, TimeDelta, Utc};
use js_sys::Reflect;
use leptos::{ev, prelude::*};
use std::{cell::RefCell, mem};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Node};

/// Fields that keep their text when a page is refetched: filters, notes and the chat.
const KEPT_FIELDS: &str = ".filters, .chat, .search, .notepad, [data-keeps-text]";
/// The attribute of the row of a field, for fields that a page has once per row.
const ROW: &str = "data-row";
/// How long a text waits for its field, if the form loads something of its own before it is rendered.
const WAIT: TimeDelta = TimeDelta::seconds(5);

/// A field that had the focus, or was changed.
#[derive(Clone)]
struct EditedField {
    field: Element,
    /// The page that shows the field.
    path: String,
    /// The value that was fetched for it.
    original: String,
    /// Whether its form was sent since the person typed: then the next values come from the server's answer.
    is_sent: bool,
}

/// A changed text that is put back once its field is rendered.
struct PendingText {
    edited: EditedField,
    selector: String,
    row: Option<String>,
    text: String,
    /// The selected part of the text, or the caret. Dates and select boxes have none.
    selection: [JsValue; 2],
    has_focus: bool,
    expires_at: DateTime<Utc>,
}

thread_local! {
    static EDITED: RefCell<Vec<EditedField>> = const { RefCell::new(Vec::new()) };
    static PENDING: RefCell<Vec<PendingText>> = const { RefCell::new(Vec::new()) };
}

fn path() -> String {
    location().pathname().unwrap_or_default()
}

fn value_of(field: &Element) -> String {
    text_property(field, "value")
}

/// Whether a person types or chooses a value in it.
fn is_field(element: &Element) -> bool {
    matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT")
        && !matches!(text_property(element, "type").as_str(), "checkbox" | "radio")
}

/// Whether an update of the page waits for unsaved input in this field.
fn is_field_of_page(element: &Element) -> bool {
    is_field(element) && is_within(element, "main") && !is_within(element, KEPT_FIELDS)
}

fn row_of(field: &Element) -> Option<String> {
    let row = field.closest(&format!("[{ROW}]")).ok().flatten()?;
    row.get_attribute(ROW)
}

fn target_of(event: &web_sys::Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

impl EditedField {
    fn has_changed(&self) -> bool {
        value_of(&self.field) != self.original
    }

    /// The text to put back, if the person has changed it and the field can be found again.
    fn pending_text(&self) -> Option<PendingText> {
        let field = &self.field;
        let is_text = match text_property(field, "type").as_str() {
            "file" | "password" => false,
            // A select box outside of a form saves at once.
            "select-one" => is_within(field, "form"),
            _ => true,
        };
        if !is_text || self.is_sent || !self.has_changed() {
            return None;
        }
        let name = field.get_attribute("data-testid")?;
        let active = document().active_element();
        Some(PendingText {
            edited: self.clone(),
            selector: selector(&field.tag_name().to_lowercase(), &[("data-testid", name)]),
            row: row_of(field),
            text: value_of(field),
            selection: ["selectionStart", "selectionEnd"].map(|name| property(field, name)),
            has_focus: active.as_ref() == Some(field),
            expires_at: format::now() + WAIT,
        })
    }
}

impl PendingText {
    /// The field on the page now. A page may have it several times, once in each row.
    fn find(&self) -> Option<Element> {
        let mut same = all(&self.selector)
            .into_iter()
            .filter(|field| row_of(field) == self.row);
        same.next().filter(|_| same.next().is_none())
    }

    /// Puts the text into the field as if the person had typed it, and gives it the focus.
    fn put_back(&self, field: &Element) {
        if self.has_focus
            && document()
                .active_element()
                .is_none_or(|active| active.tag_name() == "BODY")
        {
            focus(field);
        }
        if value_of(field) == self.text {
            return;
        }
        // Setting a property fails for objects that are not extensible, and the selection for fields that have none.
        let _ = Reflect::set(field, &"value".into(), &self.text.as_str().into());
        if !self.selection[0].is_null() {
            let _ = call(field, "setSelectionRange", &self.selection);
        }
        let event = if field.tag_name() == "SELECT" {
            "change"
        } else {
            "input"
        };
        if let Ok(typed) = document().create_event("Event") {
            typed.init_event_with_bubbles(event, true);
            // Fails only if the event is being dispatched already.
            let _ = field.dispatch_event(&typed);
        }
    }
}

/// Notes a field before the person changes it. `original` is its value from before.
fn note(field: Element, original: impl FnOnce(&Element) -> String) {
    EDITED.with_borrow_mut(|edited| {
        let path = path();
        edited.retain(|other| other.path == path && other.field.is_connected() && other.has_changed());
        if is_field(&field) && !edited.iter().any(|other| other.field == field) {
            edited.push(EditedField {
                original: original(&field),
                field,
                path,
                is_sent: false,
            });
        }
    });
}

fn set_sent(is_sent: bool, condition: impl Fn(&Element) -> bool) {
    EDITED.with_borrow_mut(|edited| {
        for edited in edited.iter_mut().filter(|edited| condition(&edited.field)) {
            edited.is_sent = is_sent;
        }
    });
}

/// Notes which fields the person changes, and which were sent. Called once at startup.
pub(crate) fn init() {
    let focused = window_event_listener(ev::focusin, |event| {
        if let Some(field) = target_of(&event) {
            note(field, value_of);
        }
    });
    let typed = window_event_listener(ev::input, |event| {
        if let Some(field) = target_of(&event) {
            set_sent(false, |edited| *edited == field);
            // A field that never had the focus, such as the hidden one of a file button, was empty.
            note(field, |_| String::new());
        }
    });
    let sent = window_event_listener(ev::submit, |event| {
        let form = event.target().and_then(|form| form.dyn_into::<Node>().ok());
        set_sent(true, |field| {
            form.as_ref().is_some_and(|form| form.contains(Some(field)))
        });
    });
    on_cleanup(move || {
        for listener in [focused, typed, sent] {
            listener.remove();
        }
    });
}

/// Whether the person is in a field of the page, or there is unsaved input. A field that was saved is rendered again or emptied.
pub(crate) fn has_input() -> bool {
    document().active_element().as_ref().is_some_and(is_field_of_page)
        || EDITED.with_borrow(|edited| {
            edited.iter().any(|edited| {
                let field = &edited.field;
                let has_text = edited.has_changed() && !value_of(field).is_empty();
                has_text && field.is_connected() && is_field_of_page(field)
            })
        })
}

/// The texts of the page that were typed and not saved.
pub fn typed_texts() -> Vec<String> {
    EDITED.with_borrow(|edited| {
        let unsaved = edited.iter().filter(|edited| {
            let field = &edited.field;
            edited.has_changed() && field.is_connected() && is_field_of_page(field)
        });
        unsaved.map(|edited| value_of(&edited.field)).collect()
    })
}

/// Called before a part of the page is rendered with fetched data: puts typed texts back afterwards.
pub(crate) fn keep_texts() {
    let path = path();
    // A field that is gone already was closed by the person.
    EDITED.with_borrow_mut(|edited| edited.retain(|edited| edited.path == path && edited.field.is_connected()));
    let is_waiting = PENDING.with_borrow_mut(|pending| {
        let is_new = |edited: &&EditedField| !pending.iter().any(|pending| pending.edited.field == edited.field);
        let texts: Vec<_> = EDITED.with_borrow(|edited| {
            let new = edited.iter().filter(is_new);
            new.filter_map(EditedField::pending_text).collect()
        });
        pending.extend(texts);
        !pending.is_empty()
    });
    if is_waiting {
        // The renderer sets the fetched values in microtasks, which it queues after this one.
        queue_microtask(|| queue_microtask(put_back_pending));
    }
}

fn put_back_pending() {
    let (path, now) = (path(), format::now());
    let mut waiting = Vec::new();
    for pending in PENDING.with_borrow_mut(mem::take) {
        let edited = &pending.edited;
        if edited.path != path || now > pending.expires_at {
            continue;
        }
        let Some(field) = pending.find() else {
            waiting.push(pending);
            continue;
        };
        let shown = value_of(&field);
        if shown != pending.text && shown != edited.original {
            continue;
        }
        pending.put_back(&field);
        EDITED.with_borrow_mut(|all| {
            all.retain(|other| other.field != edited.field && other.field != field);
            all.push(EditedField {
                field,
                ..edited.clone()
            });
        });
    }
    PENDING.with_borrow_mut(|pending| pending.extend(waiting));
}
