//! A modal dialog built on the `<dialog>` element, which brings the focus trap, Escape and the backdrop.

use super::Icon;
use crate::i18n::{Text, t};
use leptos::{html, prelude::*};

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
        }
    });
    let label = title.clone();
    view! {
        <dialog
            class=if wide { "dialog wide" } else { "dialog" }
            node_ref=node
            aria-label=label
            on:close=move |_| close.run(())
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
    .into_any()
}
