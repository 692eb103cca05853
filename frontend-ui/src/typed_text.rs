//! Keeps what a person types while the page around it is rendered again with fetched data.
//!
//! A live update sets the fields of a page to the fetched values. A text that the person has changed is put back into its field,
//! unless the fetched value of that field has changed, too, or its form was sent.

use crate::scroll_position::all;
use leptos::{ev, prelude::*};
use std::{cell::RefCell, mem, time::Duration};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};

/// The attribute of the row of a field, for fields that a page has once per row.
const ROW: &str = "data-row";
/// How long a text waits for its field, if the form loads something of its own before it is rendered.
const WAIT: Duration = Duration::from_secs(5);

/// A field that had the focus, and the value that was fetched for it.
#[derive(Clone)]
struct EditedField {
    field: HtmlElement,
    selector: String,
    row: Option<String>,
    /// The page that shows the field.
    path: String,
    original: String,
    /// Whether its form was sent since the person typed: then the next values are those that the server has answered.
    is_sent: bool,
}

/// A changed text that is put back once its field is rendered.
struct PendingText {
    edited: EditedField,
    text: String,
    caret: Option<(u32, u32)>,
    has_focus: bool,
}

thread_local! {
    static EDITED: RefCell<Vec<EditedField>> = const { RefCell::new(Vec::new()) };
    static PENDING: RefCell<Vec<PendingText>> = const { RefCell::new(Vec::new()) };
}

fn path() -> String {
    location().pathname().unwrap_or_default()
}

/// The text of a field that a person fills in; `None` for other elements.
fn value_of(field: &HtmlElement) -> Option<String> {
    if let Some(input) = field.dyn_ref::<HtmlInputElement>() {
        let is_text = !matches!(input.type_().as_str(), "checkbox" | "radio" | "file" | "password");
        return is_text.then(|| input.value());
    }
    if let Some(select) = field.dyn_ref::<HtmlSelectElement>() {
        // A select box outside of a form saves at once.
        let is_in_form = matches!(select.closest("form"), Ok(Some(_)));
        return is_in_form.then(|| select.value());
    }
    field.dyn_ref::<HtmlTextAreaElement>().map(HtmlTextAreaElement::value)
}

/// The selected part of the text, or the caret. Dates and select boxes have none.
fn caret_of(field: &HtmlElement) -> Option<(u32, u32)> {
    let (start, end) = match (
        field.dyn_ref::<HtmlInputElement>(),
        field.dyn_ref::<HtmlTextAreaElement>(),
    ) {
        (Some(input), _) => (input.selection_start().ok()?, input.selection_end().ok()?),
        (None, Some(area)) => (area.selection_start().ok()?, area.selection_end().ok()?),
        (None, None) => return None,
    };
    Some((start?, end?))
}

/// Sets the text as if the person had typed it.
fn put_back(field: &HtmlElement, text: &str, caret: Option<(u32, u32)>) {
    let mut event = "input";
    // Setting the caret fails only for inputs that have none.
    if let Some(input) = field.dyn_ref::<HtmlInputElement>() {
        input.set_value(text);
        let _ = caret.map(|(start, end)| input.set_selection_range(start, end));
    } else if let Some(area) = field.dyn_ref::<HtmlTextAreaElement>() {
        area.set_value(text);
        let _ = caret.map(|(start, end)| area.set_selection_range(start, end));
    } else if let Some(select) = field.dyn_ref::<HtmlSelectElement>() {
        select.set_value(text);
        event = "change";
    }
    if let Ok(typed) = document().create_event("Event") {
        typed.init_event_with_bubbles(event, true);
        // Fails only if the event is being dispatched already.
        let _ = field.dispatch_event(&typed);
    }
}

fn row_of(field: &Element) -> Option<String> {
    let row = field.closest(&format!("[{ROW}]")).ok().flatten()?;
    row.get_attribute(ROW)
}

impl EditedField {
    /// The field as it is before the person types; `None` if it has no name to find it by.
    fn from_element(field: HtmlElement) -> Option<Self> {
        let original = value_of(&field)?;
        let name = field
            .get_attribute("data-testid")
            .filter(|name| !name.contains(['"', '\\']))?;
        Some(Self {
            selector: format!("main {}[data-testid=\"{name}\"]", field.tag_name().to_lowercase()),
            row: row_of(&field),
            path: path(),
            original,
            is_sent: false,
            field,
        })
    }

    /// The text, if the person has changed it.
    fn changed_text(&self) -> Option<String> {
        value_of(&self.field).filter(|text| *text != self.original)
    }

    /// The field on the page now. A page may have it several times, once in each row.
    fn find(&self) -> Option<HtmlElement> {
        let same = all(&self.selector)
            .into_iter()
            .filter(|field| row_of(field) == self.row);
        let same: Vec<HtmlElement> = same.filter_map(|field| field.dyn_into().ok()).collect();
        <[HtmlElement; 1]>::try_from(same).ok().map(|[field]| field)
    }
}

fn target_of(event: &web_sys::Event) -> Option<HtmlElement> {
    event.target()?.dyn_into().ok()
}

/// Notes the value of each field before the person types, and which fields were sent.
pub(crate) fn init() {
    let focused = window_event_listener(ev::focusin, |event| {
        let Some(field) = target_of(&event) else {
            return;
        };
        EDITED.with_borrow_mut(|edited| {
            let path = path();
            edited.retain(|other| other.path == path && other.field.is_connected() && other.changed_text().is_some());
            if !edited.iter().any(|other| other.field == field) {
                edited.extend(EditedField::from_element(field));
            }
        });
    });
    let typed = window_event_listener(ev::input, |event| {
        let field = target_of(&event);
        EDITED.with_borrow_mut(|edited| {
            for edited in edited.iter_mut().filter(|edited| Some(&edited.field) == field.as_ref()) {
                edited.is_sent = false;
            }
        });
    });
    let sent = window_event_listener(ev::submit, |event| {
        let form = target_of(&event);
        let is_in_form = |field: &HtmlElement| form.as_ref().is_some_and(|form| form.contains(Some(field)));
        EDITED.with_borrow_mut(|edited| {
            for edited in edited.iter_mut().filter(|edited| is_in_form(&edited.field)) {
                edited.is_sent = true;
            }
        });
    });
    on_cleanup(move || {
        for listener in [focused, typed, sent] {
            listener.remove();
        }
    });
}

/// Called before a part of the page is rendered with fetched data: puts typed texts back afterwards.
pub(crate) fn keep() {
    let path = path();
    let active = document().active_element();
    EDITED.with_borrow_mut(|edited| {
        // A field that is gone already was closed by the person.
        edited.retain(|edited| edited.path == path && edited.field.is_connected());
        PENDING.with_borrow_mut(|pending| {
            for edited in edited.iter() {
                let is_pending = pending.iter().any(|pending| pending.edited.field == edited.field);
                if let Some(text) = edited.changed_text().filter(|_| !is_pending && !edited.is_sent) {
                    let has_focus = active.as_ref() == Some(AsRef::<Element>::as_ref(&edited.field));
                    let field = edited.field.clone();
                    set_timeout(
                        move || {
                            PENDING.with_borrow_mut(|pending| pending.retain(|pending| pending.edited.field != field));
                        },
                        WAIT,
                    );
                    pending.push(PendingText {
                        edited: edited.clone(),
                        text,
                        caret: caret_of(&edited.field),
                        has_focus,
                    });
                }
            }
        });
    });
    if PENDING.with_borrow(|pending| !pending.is_empty()) {
        // The renderer sets the fetched values in microtasks, which it queues after this one.
        queue_microtask(|| queue_microtask(put_back_pending));
    }
}

fn put_back_pending() {
    let path = path();
    let mut waiting = Vec::new();
    for pending in PENDING.with_borrow_mut(mem::take) {
        let PendingText {
            edited,
            text,
            caret,
            has_focus,
        } = &pending;
        if edited.path != path {
            continue;
        }
        let Some(field) = edited.find() else {
            waiting.push(pending);
            continue;
        };
        let shown = value_of(&field).unwrap_or_default();
        if shown != *text && shown != edited.original {
            continue;
        }
        let is_focus_lost = document()
            .active_element()
            .is_none_or(|active| active.tag_name() == "BODY");
        if *has_focus && is_focus_lost {
            let _ = field.focus();
        }
        if shown != *text {
            put_back(&field, text, *caret);
        }
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
