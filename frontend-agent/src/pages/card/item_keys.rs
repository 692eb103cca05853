//! The keys of the item table: `j` and `k` go to the next and the previous item, and so do the arrows once an item has the focus.
//! `x` selects the item, `p` goes to its price, Enter and `e` edit it, and `/` finds one. Ctrl/⌘ Enter takes the order's next step.

use crate::notes;
use leptos::{ev, prelude::*, wasm_bindgen::JsCast, web_sys};

fn html(element: Option<web_sys::Element>) -> Option<web_sys::HtmlElement> {
    element?.dyn_into().ok()
}

fn focused_row() -> Option<web_sys::Element> {
    document().active_element()?.closest(".item-line").ok()?
}

/// The next or previous row. Each shop is a part of the table, so the row may be in another part.
fn neighbour(row: &web_sys::Element, is_down: bool) -> Option<web_sys::Element> {
    let beside = |element: &web_sys::Element| {
        if is_down {
            element.next_element_sibling()
        } else {
            element.previous_element_sibling()
        }
    };
    let mut sibling = beside(row);
    while let Some(found) = sibling {
        if found.class_list().contains("item-line") {
            return Some(found);
        }
        sibling = beside(&found);
    }
    let end = if is_down { ".item-line" } else { ".item-line:last-child" };
    let mut part = beside(&row.parent_element()?);
    while let Some(found) = part {
        if let Ok(Some(row)) = found.query_selector(end) {
            return Some(row);
        }
        part = beside(&found);
    }
    None
}

fn click_in(row: &web_sys::Element, selector: &str) -> bool {
    let control = html(row.query_selector(selector).ok().flatten());
    if let Some(control) = &control {
        control.click();
    }
    control.is_some()
}

fn focus(element: Option<web_sys::HtmlElement>) -> bool {
    element.is_some_and(|element| element.focus().is_ok())
}

fn price_in(row: &web_sys::Element) -> Option<web_sys::HtmlElement> {
    html(row.query_selector(".price input").ok().flatten())
}

/// Moves the focus to the price in the next or previous row, or to the row itself if there is none.
pub(super) fn focus_price(row: &web_sys::Element, is_down: bool) {
    match neighbour(row, is_down).as_ref().and_then(price_in) {
        Some(price) => _ = focus(Some(price)),
        None => _ = focus(html(Some(row.clone()))),
    }
}

/// Clicks the next step of the order, unless a dialog is open.
fn take_next_step() -> bool {
    let page = document().query_selector("body:not(:has(dialog[open])) .order-head-actions > .button.primary");
    let button = html(page.ok().flatten());
    if let Some(button) = &button {
        button.click();
    }
    button.is_some()
}

/// Whether the key did something.
fn handle(event: &ev::KeyboardEvent) -> bool {
    let row = focused_row();
    let is_on_row = row.is_some() && document().active_element() == row;
    let (code, key) = (event.code(), event.key());
    let is_down = match (code.as_str(), key.as_str()) {
        ("KeyJ", _) => Some(true),
        ("KeyK", _) => Some(false),
        (_, "ArrowDown") if row.is_some() => Some(true),
        (_, "ArrowUp") if row.is_some() => Some(false),
        _ => None,
    };
    if let Some(is_down) = is_down {
        let next = match &row {
            Some(row) => neighbour(row, is_down),
            None => document().query_selector(".item-line").ok().flatten(),
        };
        return focus(html(next));
    }
    match (code.as_str(), row) {
        ("KeyX", Some(row)) => click_in(&row, "input[type=checkbox]"),
        ("KeyP", Some(row)) => focus(price_in(&row)),
        ("KeyP", None) => {
            let first = document().query_selector(".item-line:has(.price input)").ok().flatten();
            focus(first.as_ref().and_then(price_in))
        }
        ("KeyE", Some(row)) => click_in(&row, "[data-shortcut=edit]"),
        ("Enter", Some(row)) if is_on_row => click_in(&row, "[data-shortcut=edit]"),
        _ if key == "/" => focus(html(document().query_selector(".item-filter .search").ok().flatten())),
        _ => false,
    }
}

/// Registers the keys while the card is open.
pub(super) fn register() {
    let keys = window_event_listener(ev::keydown, |event| {
        let is_combined = event.ctrl_key() || event.meta_key();
        if is_combined && event.key() == "Enter" && take_next_step() {
            event.prevent_default();
            return;
        }
        let is_plain = !event.ctrl_key() && !event.meta_key() && !event.alt_key() && !event.shift_key();
        if is_plain && !notes::is_shortcut_blocked(&event) && handle(&event) {
            event.prevent_default();
        }
    });
    on_cleanup(move || keys.remove());
}
