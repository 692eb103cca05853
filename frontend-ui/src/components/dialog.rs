//! A modal dialog built on the `<dialog>` element, which brings the focus trap, Escape and the backdrop.
//!
//! It opens with the focus on its first field, or on its main action if it has none. Ctrl/⌘ Enter clicks the main action from anywhere.

use super::Icon;
use crate::i18n::{Text, t};
use leptos::{ev, html, prelude::*, wasm_bindgen::JsCast, web_sys};

/// The fields that a person fills in. Switches and files don't count: they have a default, or open a dialog of the system.
const FIELDS: &str = "input:not([type=hidden],[type=checkbox],[type=radio],[type=file],:disabled), \
                      textarea:not(:disabled), select:not(:disabled)";
const MAIN_ACTION: &str = ".button.primary:not(:disabled), .button.destructive:not(:disabled)";

fn find(dialog: &web_sys::Element, selector: &str) -> Option<web_sys::HtmlElement> {
    dialog.query_selector(selector).ok()??.dyn_into().ok()
}

/// Moves the focus to what the person does first, unless the dialog has marked that itself.
fn focus_first(dialog: &web_sys::Element) {
    if dialog.query_selector("[autofocus]").ok().flatten().is_some() {
        return;
    }
    let Some(element) = find(dialog, FIELDS).or_else(|| find(dialog, MAIN_ACTION)) else {
        return;
    };
    // Fails for elements that can't have the focus, which these can.
    let _ = element.focus();
    // A prefilled value is replaced by what is typed. It is filled in with the next frame.
    if let Ok(input) = element.dyn_into::<web_sys::HtmlInputElement>() {
        request_animation_frame(move || input.select());
    }
}

/// A modal dialog with a title and a close button.
#[component]
pub fn Dialog(
    #[prop(into)] title: String,
    /// Called when the dialog is closed.
    close: Callback<()>,
    /// Whether it is wider than a form.
    #[prop(optional)]
    wide: bool,
    children: Children,
) -> impl IntoView {
    let node = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        if let Some(dialog) = node.get() {
            // Fails only if the dialog is already open.
            let _ = dialog.show_modal();
            focus_first(&dialog);
        }
    });
    let run_main_action = move |event: ev::KeyboardEvent| {
        let is_combined = (event.ctrl_key() || event.meta_key()) && event.key() == "Enter";
        let Some(dialog) = node.get_untracked().filter(|_| is_combined) else {
            return;
        };
        event.prevent_default();
        event.stop_propagation();
        if let Some(action) = find(&dialog, MAIN_ACTION) {
            action.click();
        }
    };
    let label = title.clone();
    any_view! {
        <dialog
            class=if wide { "dialog wide" } else { "dialog" }
            node_ref=node
            aria-label=label
            on:close=move |_| close.run(())
            on:keydown=run_main_action
            data-testid="dialog"
        >
            <div class="dialog-head">
                <h2 dir="auto">{title}</h2>
                <button type="button" class="icon" aria-label=t(Text::Close) on:click=move |_| close.run(())>
                    {Icon::X.view()}
                </button>
            </div>
            {children()}
        </dialog>
    }
}
