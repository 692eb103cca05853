//! Content that is a part of the page on a wide screen, and a sheet behind a button on a phone.

use leptos::{ev, html, prelude::*};

/// Content that a phone shows as a sheet. `button` is the content of the button that opens it. A click on a button or link of a menu
/// closes it, and so does a choice of a list.
pub fn phone_sheet(
    id: &'static str,
    class: &'static str,
    label: &'static str,
    button: AnyView,
    is_menu: bool,
    content: AnyView,
) -> AnyView {
    let sheet = NodeRef::<html::Div>::new();
    // A choice of a list begins with a click.
    let close = move |event: ev::Event| {
        let is_list = event.type_() == "click" && event_target::<web_sys::Element>(&event).tag_name() == "SELECT";
        if let Some(sheet) = sheet.get_untracked().filter(|_| is_menu && !is_list) {
            // Fails if the sheet is closed.
            let _ = sheet.hide_popover();
        }
    };
    any_view! {
        <button
            type="button"
            class=format!("button phone-only {class}")
            data-testid=format!("open-{id}")
            aria-label=label
            popovertarget=id
        >
            {button}
        </button>
        <div
            node_ref=sheet
            id=id
            class="popover sheet phone-sheet"
            popover="auto"
            role="group"
            aria-label=label
            on:click=move |event| close(event.into())
            on:change=close
        >
            {content}
        </div>
    }
}
