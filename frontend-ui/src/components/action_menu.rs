//! A button that opens a menu of further actions.

use super::{
    Icon,
    deferred::{once_set, popover_opened},
};
use leptos::{ev, html, prelude::*, wasm_bindgen::JsCast};
use std::cell::Cell;

/// An id that no other menu of the page has: the button names its menu by it.
fn next_id() -> String {
    thread_local! {
        static LAST: Cell<u32> = const { Cell::new(0) };
    }
    let id = LAST.get().wrapping_add(1);
    LAST.set(id);
    format!("actions-{id}")
}

fn actions_of(menu: &web_sys::Element, selector: &str) -> Option<web_sys::HtmlElement> {
    menu.query_selector(selector).ok()??.dyn_into().ok()
}

/// The next or previous action, or the one at the end of the menu where the search for it starts.
fn neighbour(menu: &web_sys::Element, is_down: bool) -> Option<web_sys::HtmlElement> {
    let focused = document()
        .active_element()
        .filter(|focused| menu.contains(Some(focused)));
    let beside = focused.and_then(|focused| {
        if is_down {
            focused.next_element_sibling()
        } else {
            focused.previous_element_sibling()
        }
    });
    let end = if is_down { ":first-child" } else { ":last-child" };
    match beside {
        Some(beside) => beside.dyn_into().ok(),
        None => actions_of(menu, end),
    }
}

/// A menu of actions behind a button with three dots. Its children are buttons and links of the class `menu-row`. A click on one
/// closes it, and so do Escape and a click elsewhere.
#[component]
pub fn ActionMenu(
    /// The label of the button.
    label: &'static str,
    test_id: &'static str,
    children: Children,
) -> impl IntoView {
    let id = next_id();
    let menu = NodeRef::<html::Div>::new();
    let close = move |_| {
        if let Some(menu) = menu.get_untracked() {
            // Fails if the menu is closed.
            let _ = menu.hide_popover();
        }
    };
    let keys = move |event: ev::KeyboardEvent| {
        let is_down = match event.key().as_str() {
            "ArrowDown" => true,
            "ArrowUp" => false,
            _ => return,
        };
        if let Some(action) = menu.get_untracked().and_then(|menu| neighbour(&menu, is_down)) {
            event.prevent_default();
            // Fails only for elements that can't have the focus.
            let _ = action.focus();
        }
    };
    let (is_opened, on_toggle) = popover_opened();
    any_view! {
        <button
            type="button"
            class="button menu-button"
            data-testid=test_id
            aria-label=label
            title=label
            popovertarget=id.clone()
            style=format!("anchor-name: --{id}")
            on:keydown=keys
        >
            {Icon::Ellipsis.view()}
        </button>
        <div
            node_ref=menu
            id=id.clone()
            class="popover action-menu"
            popover="auto"
            style=format!("position-anchor: --{id}")
            on:click=close
            on:keydown=keys
            on:beforetoggle=on_toggle
        >
            {once_set(is_opened, children)}
        </div>
    }
}
