//! Unsaved input: a page that somebody types into is not refetched, so that nothing typed is lost.

use leptos::prelude::*;
use std::cell::RefCell;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};

/// Fields that keep their text when a page is refetched: filters, notes and the chat.
const KEPT_FIELDS: &str = ".filters, .chat, .search, .notepad, [data-keeps-text]";

thread_local! {
    /// Fields that the person has changed.
    static EDITED: RefCell<Vec<Element>> = const { RefCell::new(Vec::new()) };
}

/// Records the fields that the person changes. Called once at startup.
pub(super) fn track() {
    let listener = window_event_listener_untyped("input", |event| {
        let element = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        if let Some(element) = element
            && is_field_of_page(&element)
        {
            EDITED.with_borrow_mut(|edited| {
                if !edited.contains(&element) {
                    edited.push(element);
                }
            });
        }
    });
    // The listener lives as long as the page.
    std::mem::forget(listener);
}

fn is_field_of_page(element: &Element) -> bool {
    let is_choice = element
        .dyn_ref::<HtmlInputElement>()
        .is_some_and(|input| matches!(input.type_().as_str(), "checkbox" | "radio"));
    !is_choice && matches!(element.closest("main"), Ok(Some(_))) && matches!(element.closest(KEPT_FIELDS), Ok(None))
}

/// Whether the person is in a field of the page, or there is unsaved input. A field that was saved is rendered again or emptied.
pub(super) fn has_input() -> bool {
    let is_in_field = document().active_element().is_some_and(|element| {
        let is_field = matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT");
        is_field && is_field_of_page(&element)
    });
    EDITED.with_borrow_mut(|edited| {
        edited.retain(|element| element.is_connected() && !value(element).is_empty());
        is_in_field || !edited.is_empty()
    })
}

/// Whether a dialog or a menu of the page is open.
pub(super) fn has_dialog() -> bool {
    exists("dialog[open], main [popover]:popover-open")
}

/// Whether a form is open that is closed again when it is saved, such as that of an item. It may be unchanged yet.
pub(super) fn has_editor() -> bool {
    exists("main [data-editor]")
}

/// Whether a checkbox of the page is checked.
pub(super) fn has_selection() -> bool {
    exists("main input[type=checkbox]:checked")
}

fn exists(selector: &str) -> bool {
    matches!(document().query_selector(selector), Ok(Some(_)))
}

fn value(element: &Element) -> String {
    let input = element.dyn_ref::<HtmlInputElement>().map(HtmlInputElement::value);
    input
        .or_else(|| element.dyn_ref::<HtmlTextAreaElement>().map(HtmlTextAreaElement::value))
        .or_else(|| element.dyn_ref::<HtmlSelectElement>().map(HtmlSelectElement::value))
        .unwrap_or_default()
}
